import { pickTexts } from '#messages/define-texts.ts';
import { newsletterMailTexts } from '#messages/newsletter-mails.ts';
import type { WriteEmail } from '../../platform/mail/email.ts';
import { createNewsletterLinks } from '../create-newsletter-links.ts';

/**
 * Kind `newsletter-confirmation`, facts `subscriptionId` and `generation`: the mail of the double opt-in (api.md,
 * Contact and newsletter). Null when the subscription is deleted or has another address by now.
 */
export const writeConfirmationMail: WriteEmail = async (facts, language, context) => {
  const subscription = { id: Number(facts.subscriptionId), generation: Number(facts.generation) };
  const { rowCount } = await context.pool.query(
    `select from newsletter_subscription where id = $1 and generation = $2`,
    [subscription.id, subscription.generation],
  );
  if (rowCount === 0) return null;
  const t = pickTexts(newsletterMailTexts, language);
  return {
    subject: t.confirmSubject,
    preheader: t.confirmPreheader,
    heading: t.confirmHeading,
    paragraphs: [t.confirmText],
    button: {
      label: t.confirmButton,
      url: createNewsletterLinks(context, subscription).preferences,
    },
    smallPrint: [t.confirmIgnore],
  };
};
