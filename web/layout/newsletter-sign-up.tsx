import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { isEmail } from '#contract/rules.ts';
import { toLine } from '#contract/typed-text.ts';
import { layoutTexts } from '#messages/layout.ts';
import { useForm } from '../forms/use-form.ts';
import { useTexts } from '../platform/language.tsx';
import { frameFailed } from '../platform/page-head.tsx';
import { useSite } from '../platform/site.ts';
import { Button } from '../ui/button.tsx';

const FIELD = 'newsletter-email';

/** The footer's sign-up. */
export function NewsletterSignUp() {
  const texts = useTexts(layoutTexts);
  const label = useNewsletterLabel();
  const { pathname, search } = useLocation();
  const form = useForm<typeof FIELD>('newsletter', {
    stays: true,
    check: ({ [FIELD]: email }) =>
      isEmail(toLine(email)) ? {} : { [FIELD]: texts.newsletterEmailInvalid },
    onAccepted: (element) => element.reset(),
  });
  const { error, ...field } = form.field(FIELD);
  const message = error ?? form.failure;
  useEffect(() => frameFailed.set(message !== ''), [message]);
  return (
    <form.Form
      className="newsletter"
      action="/newsletter"
      preventScrollReset
      {...form.props}
      method="post"
    >
      <input type="hidden" name="form" value={form.name} />
      <input type="hidden" name="from" value={form.value('from', pathname + search)} />
      <label htmlFor={FIELD}>{label}</label>
      <div className="newsletter__row">
        <input
          {...field}
          id={FIELD}
          type="email"
          autoComplete="email"
          aria-describedby="newsletter-message"
          aria-invalid={message === '' ? undefined : true}
        />
        <Button type="submit" kind="line" aria-disabled={form.isBusy || undefined}>
          {texts.newsletterSend}
        </Button>
      </div>
      <output id="newsletter-message" className="newsletter__message">
        {message}
      </output>
    </form.Form>
  );
}

/** What the sign-up is called, by the festival's own words if it has any. */
export function useNewsletterLabel(): string {
  const texts = useTexts(layoutTexts);
  return useSite().newsletterLabel || texts.newsletterLabel;
}
