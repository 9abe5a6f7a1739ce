import { responseTexts } from '#messages/responses.ts';
import { defineApi } from '../operations/define-api.ts';
import type { Subscription } from './subscription.ts';
import { subscriptionOperations } from './operations.ts';

/** Sign-up and preferences (api.md, Contact and newsletter). */
export const newsletterApi = defineApi(subscriptionOperations, {
  signUpForNewsletter: {
    operation: 'newsletter:sign-up',
    body: (_, { caller }) => ({ message: responseTexts.newsletterRequested[caller.language] }),
  },
  getNewsletterPreferences: {
    operation: 'newsletter:preferences',
    input: ({ params }) => params,
    body: toPreferencesDto,
  },
  saveNewsletterPreferences: {
    operation: 'newsletter:save-preferences',
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

function toPreferencesDto(subscription: Omit<Subscription, 'id' | 'generation'>) {
  return {
    email: subscription.email,
    preferences: { general: subscription.general, concert_daily: subscription.concert_daily },
    receive_news_email: subscription.receive_news_email,
    receive_news_postal: subscription.receive_news_postal,
    has_postal_address: subscription.has_postal_address,
  };
}
