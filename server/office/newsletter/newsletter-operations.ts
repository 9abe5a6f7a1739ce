import type { Pool } from 'pg';
import { adminAndOffice } from '#contract/office/staff.ts';
import {
  subscriptionStates,
  type NewsletterQueries,
  type SubscriberCounts,
} from '#contract/office/newsletter-queries.ts';
import { readListPage } from '../read-list-page.ts';
import {
  hasAskedSql,
  type StoredSubscriber,
  subscriberColumns,
  subscriptionStateSql,
  toSubscriberConditions,
  toSubscriberDto,
} from './subscriber-sql.ts';
import { writeSubscribersCsv } from './write-subscribers-csv.ts';
import { recordSubscribersExport } from './record-subscribers-export.ts';
import { inviteSubscriber } from './invite-subscriber.ts';
import { unsubscribeSubscriber } from './unsubscribe-subscriber.ts';
import { defineRead, type OperationsOf } from '../../operations/define.ts';

/** The operations of the newsletter (office.md 8.2). */
export const newsletterOperations = {
  'newsletter:off': unsubscribeSubscriber,
  'newsletter:invite': inviteSubscriber,
  'newsletter:export': recordSubscribersExport,
  'newsletter:list': defineRead(adminAndOffice, async ({ deps }, { q, state, ...paging }) => {
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
  }),
  'newsletter:csv': defineRead(adminAndOffice, async ({ deps }, input) =>
    writeSubscribersCsv(deps.pool, input),
  ),
} satisfies OperationsOf<NewsletterQueries>;

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
