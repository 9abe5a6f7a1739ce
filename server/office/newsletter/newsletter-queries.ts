import { toBerlinIso } from '#contract/berlin-time.ts';
import type { Language } from '#contract/language.ts';
import {
  subscriptionStates,
  type NewsletterQueries,
  type SubscriberCounts,
  type SubscriptionState,
} from '#contract/office/newsletter-queries.ts';
import type { QueryContext, QueryTable } from '../query.ts';
import { readListPage } from '../read-list-page.ts';

/** Confirmed ones get mail or post; waiting ones have not followed the link; the others want nothing any more. */
const stateOf = `case when not n.receive_news_email and not n.receive_news_postal then 'off'
  when n.confirmed_at is null then 'waiting' else 'confirmed' end`;

interface Stored {
  id: number;
  email: string;
  language: Language;
  state: SubscriptionState;
  concert_daily: boolean;
  general: boolean;
  receive_news_postal: boolean;
  created_at: Date;
  confirmed_at: Date | null;
}

/** Data for the screen of the newsletter (office.md 8.2). */
export const newsletterQueries: QueryTable<NewsletterQueries> = {
  async 'newsletter:list'({ deps }, { q, state, ...page }) {
    const chosen = subscriptionStates.find((each) => each === state) ?? null;
    const found = await readListPage<Stored>(
      deps.pool,
      {
        select: `n.id, n.email, n.language, ${stateOf} as state, n.concert_daily, n.general,
          n.receive_news_postal, n.created_at, n.confirmed_at`,
        from: 'newsletter_subscription n',
        where: `($1::text is null or ${stateOf} = $1) and ($2 = '' or lower(n.email) like $3)`,
        values: [chosen, q.trim(), `${escapeLike(q.trim().toLowerCase())}%`],
        key: 'n.id',
      },
      page,
    );
    const rows = found.rows.map((row) => ({
      id: row.id,
      email: row.email,
      language: row.language,
      state: row.state,
      isDaily: row.concert_daily,
      isGeneral: row.general,
      isPostal: row.receive_news_postal,
      askedAt: toBerlinIso(row.created_at),
      confirmedAt: row.confirmed_at && toBerlinIso(row.confirmed_at),
    }));
    return { ...found, rows, counts: await countSubscribers(deps.pool) };
  },
};

async function countSubscribers(pool: QueryContext['deps']['pool']): Promise<SubscriberCounts> {
  const { rows } = await pool.query<SubscriberCounts>(
    `select count(*) filter (where state = 'confirmed')::integer as confirmed,
       count(*) filter (where state = 'waiting')::integer as waiting,
       count(*) filter (where state = 'off')::integer as off,
       count(*) filter (where state = 'confirmed' and receive_news_email and general)::integer as general,
       count(*) filter (where state = 'confirmed' and receive_news_email and concert_daily)::integer as daily,
       count(*) filter (where state = 'confirmed' and receive_news_postal)::integer as postal
     from (select n.*, ${stateOf} as state from newsletter_subscription n) n`,
  );
  return rows[0] as SubscriberCounts;
}

/** `%` and `_` are plain characters in a search. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
