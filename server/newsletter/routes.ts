import type { Pool } from 'pg';
import { paths } from '#contract/paths.ts';
import { responseTexts } from '#messages/responses.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { isFromBrowser } from '../platform/http/call.ts';
import type { ApiApp, Mount } from '../platform/http/mount.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import {
  getSubscription,
  savePreferences,
  unsubscribe,
  type Subscription,
} from './subscription.ts';
import { signUp } from './sign-up.ts';

/** The dependencies of the newsletter endpoints. */
export interface NewsletterDeps {
  pool: Pool;
  tokens: SignedTokens;
}

/** Sign-up and preferences (api.md, Contact and newsletter). */
export function mountNewsletter(app: ApiApp, mount: Mount, { pool, tokens }: NewsletterDeps): void {
  // a browser that opens the address of a List-Unsubscribe header gets a page with a button
  app.get(paths.getNewsletterPreferences[1], async (c, next) => {
    if (!isFromBrowser(c)) return await next();
    return c.redirect(
      `/newsletter-preferences/${encodeURIComponent(c.req.param('token'))}/unsubscribe`,
    );
  });
  mount('signUpForNewsletter', async ({ body, language }) => {
    await inTransaction(pool, (client) => signUp(client, body.email, language));
    return { message: responseTexts.newsletterRequested[language] };
  });
  mount('getNewsletterPreferences', async ({ params }) =>
    toPreferencesDto(await getSubscription(pool, tokens, params.token)),
  );
  mount('saveNewsletterPreferences', async ({ params, body, language }) => {
    const { preferences, ...ways } = body;
    const saved = await savePreferences(pool, tokens, params.token, { ...ways, ...preferences });
    return { message: responseTexts.preferencesSaved[language], ...toPreferencesDto(saved) };
  });
  mount('unsubscribeNewsletter', async ({ params, language }) => {
    await unsubscribe(pool, tokens, params.token);
    return { message: responseTexts.unsubscribed[language] };
  });
}

function toPreferencesDto(subscription: Subscription) {
  return {
    email: subscription.email,
    preferences: { general: subscription.general, concert_daily: subscription.concert_daily },
    receive_news_email: subscription.receive_news_email,
    receive_news_postal: subscription.receive_news_postal,
    has_postal_address: subscription.has_postal_address,
  };
}
