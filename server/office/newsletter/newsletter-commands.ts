import { recordSubscribersExport } from './record-subscribers-export.ts';
import { inviteSubscriber } from './invite-subscriber.ts';
import { unsubscribeSubscriber } from './unsubscribe-subscriber.ts';

/** The commands of the newsletter (office.md 8.2). */
export const newsletterCommands = {
  'newsletter:off': unsubscribeSubscriber,
  'newsletter:invite': inviteSubscriber,
  'newsletter:export': recordSubscribersExport,
};
