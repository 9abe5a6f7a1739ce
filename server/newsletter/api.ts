import { responseTexts } from '#messages/responses.ts';
import { defineApi } from '../operations/define-api.ts';
import { defineShopRead, defineStep } from '../operations/define.ts';
import { inTransaction } from '../platform/database/database.ts';
import { signUp } from './sign-up.ts';
import {
  getSubscription,
  savePreferences,
  unsubscribe,
  type Preferences,
  type Subscription,
} from './subscription.ts';

interface SubscriptionOf {
  token: string;
}

const subscriptionOperations = {
  'newsletter:sign-up': defineStep('anyone', ({ deps, caller }, { email }: { email: string }) =>
    inTransaction(deps.pool, (client) => signUp(client, email, caller.language)),
  ),
  'newsletter:preferences': defineShopRead(
    'anyone',
    ({ deps: { pool, tokens } }, { token }: SubscriptionOf) => getSubscription(pool, tokens, token),
  ),
  'newsletter:save-preferences': defineStep(
    'anyone',
    ({ deps: { pool, tokens } }, { token, ...preferences }: SubscriptionOf & Preferences) =>
      savePreferences(pool, tokens, token, preferences),
  ),
  'newsletter:unsubscribe': defineStep(
    'anyone',
    ({ deps: { pool, tokens } }, { token }: SubscriptionOf) => unsubscribe(pool, tokens, token),
  ),
};

/** Sign-up and preferences (api.md, Contact and newsletter). */
export const newsletterApi = defineApi(subscriptionOperations, {
  signUpForNewsletter: {
    operation: 'newsletter:sign-up',
    input: ({ body }) => ({ email: body.email }),
    body: (_, { caller }) => ({ message: responseTexts.newsletterRequested[caller.language] }),
  },
  getNewsletterPreferences: {
    operation: 'newsletter:preferences',
    input: ({ params }) => params,
    body: toPreferencesDto,
  },
  saveNewsletterPreferences: {
    operation: 'newsletter:save-preferences',
    input: ({ params, body: { preferences, ...ways } }) => ({ ...params, ...ways, ...preferences }),
    body: (saved, { caller }) => ({
      message: responseTexts.preferencesSaved[caller.language],
      ...toPreferencesDto(saved),
    }),
  },
  unsubscribeNewsletter: {
    operation: 'newsletter:unsubscribe',
    input: ({ params }) => params,
    body: (_, { caller }) => ({ message: responseTexts.unsubscribed[caller.language] }),
  },
});

function toPreferencesDto(subscription: Subscription) {
  return {
    email: subscription.email,
    preferences: { general: subscription.general, concert_daily: subscription.concert_daily },
    receive_news_email: subscription.receive_news_email,
    receive_news_postal: subscription.receive_news_postal,
    has_postal_address: subscription.has_postal_address,
  };
}
