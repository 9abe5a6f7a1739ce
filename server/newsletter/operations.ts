import { z } from 'zod';
import { NewsletterSignUpBody, SaveNewsletterBody, TokenParams } from '#contract/accounts.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import { signUp } from './sign-up.ts';
import { choice, email, rowId, ticked } from '../operations/entries.ts';
import { getPersonThing } from '../audit/list-audit-events.ts';
import {
  subscriptionStateSql,
  hasAskedSql,
  subscriberColumns,
  toSubscriberConditions,
  toSubscriberDto,
  writeSubscribersCsv,
  type StoredSubscriber,
} from './subscribers.ts';
import { defineChange, defineRead, defineStep, type ChangeContext } from '../operations/define.ts';
import { inTransaction } from '../platform/database/database.ts';
import { getSubscription, savePreferences, unsubscribe } from './subscription.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { conflict, Problem } from '../platform/problem.ts';
import { actorOf } from '../operations/caller.ts';
import type { Pool } from 'pg';
import { readListPage } from '../operations/list-page.ts';
import { subscriptionStates } from '#contract/office/states.ts';
import type { CsvOptions, Paging } from '#contract/office/lists.ts';

/** How many subscribers there are, by state and by preference. */
export interface SubscriberCounts {
  confirmed: number;
  waiting: number;
  off: number;
  /** Confirmed ones with general news. */
  general: number;
  daily: number;
  postal: number;
}

/** Sends a new address the mail in which it confirms the newsletter itself (double opt-in). */
const inviteSubscriber = defineChange({
  may: adminAndOffice,
  input: z.object({ email: email(), language: choice(['de', 'en']) }),
  async run({ deps, client }, input) {
    const isConfirmed = await isSubscribed(client, input.email);
    await signUp(client, input.email, input.language);
    const thing = await getPersonThing(client, deps.tokens, input.email);
    return {
      output: { email: input.email, isConfirmed },
      audit: { thing, after: { address: 'changed' } },
    };
  },
});

/** Whether the address gets the newsletter already: its mail leads to the preferences, and confirms nothing. */
async function isSubscribed(client: ChangeContext['client'], address: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from newsletter_subscription n
     where n.email_key = email_key($1) and ${subscriptionStateSql} = 'confirmed'`,
    [address],
  );
  return rowCount !== 0;
}

/** Records that the list of confirmed subscribers was exported; the page streams it (office.md 8.2 and 9). */
const recordSubscribersExport = defineChange({
  may: adminAndOffice,
  confirms: true,
  input: z.object({}),
  run: async () => ({
    output: {},
    audit: { thing: { kind: 'list', id: 'newsletter', name: 'newsletter' } },
  }),
});

/** How long a step can be taken back (office.md 1, Confirm and undo). */
const UNDO_MINUTES = 10;

/** The channels of the newsletter, as they were before a subscriber was switched off. */
interface NewsletterChannels {
  email: boolean;
  postal: boolean;
}

/** Switches a subscriber off; with `undo`, on again as before, while that is possible. Nobody is ever subscribed. */
const unsubscribeSubscriber = defineChange({
  may: adminAndOffice,
  input: z.object({ id: rowId(), undo: ticked() }),
  async run({ client, caller }, { id, undo }) {
    const actor = actorOf(caller);
    const { rows } = await client.query<NewsletterChannels>(
      `select receive_news_email as email, receive_news_postal as postal
       from newsletter_subscription where id = $1 for update`,
      [id],
    );
    const [before] = rows;
    if (before === undefined) throw new Problem('not_found');
    const after = undo ? await findEarlier(client, actor.id, id) : { email: false, postal: false };
    if (before.email === after.email && before.postal === after.postal) {
      return { output: { isUndone: undo }, audit: [] };
    }
    await client.query(
      `update newsletter_subscription set receive_news_email = $2, receive_news_postal = $3,
         off_since = case when not $2 and not $3 then now() end where id = $1`,
      [id, after.email, after.postal],
    );
    return {
      output: { isUndone: undo },
      audit: {
        thing: { kind: 'subscriber', id, name: `#${id}` },
        before: { ...before },
        after: { ...after },
      },
    };
  },
});

/**
 * The previous channels, if this person has just switched them off and the subscriber has chosen nothing since. The
 * entry and the row are stamped in one transaction; each choice of the subscriber stamps the row again. The caller
 * locks the row.
 */
async function findEarlier(
  client: ChangeContext['client'],
  actorId: number | null,
  id: number,
): Promise<NewsletterChannels> {
  const { rows } = await client.query<{ before: NewsletterChannels }>(
    `select e.before from audit_event e join newsletter_subscription n on n.off_since = e.created_at
     where e.thing_kind = 'subscriber' and e.thing_id = $1::text and e.actor_id = $2
       and e.command = 'newsletter:off' and e.created_at > now() - make_interval(mins => ${UNDO_MINUTES})
       and n.id = $1::integer`,
    [id, actorId],
  );
  const [last] = rows;
  if (last === undefined) {
    throw conflict(commandProblemTexts.tooLateToUndo);
  }
  return last.before;
}

/** The operations of the newsletter (office.md 8.2). */
export const newsletterOperations = {
  'newsletter:off': unsubscribeSubscriber,
  'newsletter:invite': inviteSubscriber,
  'newsletter:export': recordSubscribersExport,
  'newsletter:list': defineRead(
    adminAndOffice,
    async ({ deps }, { q, state, ...paging }: { q: string; state: string } & Paging) => {
      const chosen = subscriptionStates.find((each) => each === state) ?? '';
      const page = await readListPage<StoredSubscriber>(
        deps.pool,
        {
          select: subscriberColumns,
          from: 'newsletter_subscription n',
          ...toSubscriberConditions(q, chosen),
          sort: ['n.id'],
        },
        paging,
      );
      const counts = await countSubscribers(deps.pool);
      return { ...page, rows: page.rows.map(toSubscriberDto), counts };
    },
  ),
  'newsletter:csv': defineRead(adminAndOffice, ({ deps }, input: { q: string } & CsvOptions) =>
    writeSubscribersCsv(deps.pool, input),
  ),
};

async function countSubscribers(pool: Pool): Promise<SubscriberCounts> {
  const { rows } = await pool.query<SubscriberCounts>(
    `select count(*) filter (where state = 'confirmed')::integer as confirmed,
       count(*) filter (where state = 'waiting')::integer as waiting,
       count(*) filter (where state = 'off')::integer as off,
       count(*) filter (where state = 'confirmed' and receive_news_email and general)::integer as general,
       count(*) filter (where state = 'confirmed' and receive_news_email and concert_daily)::integer as daily,
       count(*) filter (where state = 'confirmed' and receive_news_postal)::integer as postal
     from (select n.*, ${subscriptionStateSql} as state from newsletter_subscription n
       where ${hasAskedSql}) n`,
  );
  return rows[0] as SubscriberCounts;
}

/** What subscribers do themselves (api.md, Contact and newsletter). */
export const subscriptionOperations = {
  'newsletter:sign-up': defineStep({
    may: 'anyone',
    input: NewsletterSignUpBody,
    run: ({ deps, caller }, input) =>
      inTransaction(deps.pool, (client) => signUp(client, input.email, caller.language)),
  }),
  'newsletter:preferences': defineRead(
    'anyone',
    async ({ deps: { pool, tokens } }, { token }: { token: string }) => {
      const {
        id: _id,
        generation: _generation,
        ...rest
      } = await getSubscription(pool, tokens, token);
      return rest;
    },
  ),
  'newsletter:save-preferences': defineStep({
    may: 'anyone',
    input: SaveNewsletterBody.extend(TokenParams.shape).transform(({ preferences, ...rest }) => ({
      ...rest,
      ...preferences,
    })),
    run: ({ deps: { pool, tokens } }, { token, ...preferences }) =>
      savePreferences(pool, tokens, token, preferences),
  }),
  'newsletter:unsubscribe': defineStep({
    may: 'anyone',
    input: TokenParams,
    run: ({ deps: { pool, tokens } }, { token }) => unsubscribe(pool, tokens, token),
  }),
};
