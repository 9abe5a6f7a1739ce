import type { Pool } from 'pg';
import { berlinTime, berlinDate } from '#contract/berlin-time.ts';
import type { RecurringJob, Task } from '../platform/jobs/job-runner.ts';
import { DOORS_MINUTES } from '#contract/constants.ts';
import { formatDay, formatTime, minutesBefore } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import { dailyProgrammeTexts } from '#messages/daily-programme.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { pieceLine } from '../programme/concert.ts';
import type { EmailSection, MailContext, WriteEmail } from '../platform/mail/email.ts';
import { createNewsletterLinks } from './subscription.ts';

/** Time in Europe/Berlin (product.md 12). */
const sendingTime = '08:00';

/**
 * Schedules are in UTC: 8:00 in Berlin is 6:00 in summer and 7:00 in winter. A shop that was down at that time
 * catches up for six hours; later the programme of the day is no longer news.
 */
export const dailyProgrammeJob: RecurringJob = {
  task: 'send-daily-programme',
  cron: '0 6,7 * * *',
  catchUp: 6 * 60,
};

/** The task `send-daily-programme`. */
export function dailyProgrammeTask(pool: Pool): Task {
  return async (payload) => {
    await sendDailyProgramme(pool, new Date(String(payload.scheduledFor)), new Date());
  };
}

/**
 * Queues the day's programme for every confirmed subscriber who chose it, if the day has a concert. One mail per day
 * and subscriber, however often it runs. Does nothing in the job's other hour or when the day is over. Returns how
 * many mails it queued.
 */
export async function sendDailyProgramme(
  pool: Pool,
  scheduledFor: Date,
  now: Date,
): Promise<number> {
  const day = berlinDate(scheduledFor);
  if (berlinTime(scheduledFor) !== sendingTime || berlinDate(now) !== day) return 0;
  const { rowCount } = await pool.query(
    `with written as (
       insert into mail (kind, recipient, language, facts, event_key)
       select 'daily-programme', n.email, n.language,
         jsonb_build_object('day', $1::text, 'subscriptionId', n.id), 'daily-' || $1 || '-' || n.id
       from newsletter_subscription n
       where n.confirmed_at is not null and n.receive_news_email and n.concert_daily
         and exists (select from concert k where k.published_at is not null
           and (k.starts_at at time zone 'Europe/Berlin')::date = $1::date)
       on conflict (event_key) do nothing returning id
     )
     select enqueue_mail(id) from written`,
    [day],
  );
  return rowCount ?? 0;
}

interface ConcertOfDay {
  id: number;
  starts_at: Date;
  is_academy: boolean;
  title_de: string;
  title_en: string;
  venue_de: string;
  venue_en: string;
  pieces: { composer: string; title_de: string; title_en: string; tonality: string | null }[];
}

/**
 * Kind `daily-programme`, facts `day` and `subscriptionId`: the concerts of a day (product.md 12).
 * Null when the subscriber has switched it off, or the day is over.
 */
export const writeDailyProgramme: WriteEmail = async (facts, language, context) => {
  const day = String(facts.day);
  const subscription = await findSubscriber(context, Number(facts.subscriptionId));
  const concerts = await findConcerts(context, day);
  if (subscription === null || concerts.length === 0 || berlinDate(new Date()) > day) return null;
  const t = pickTexts(dailyProgrammeTexts, language);
  const links = createNewsletterLinks(context, subscription);
  const titles = concerts.map((concert) => pick(language, concert.title_de, concert.title_en));
  return {
    subject: t.subject({ titles: titles.join(', ') }),
    preheader: t.preheader({ day: formatDay(day, language) }),
    heading: formatDay(day, language, false),
    paragraphs: [t.intro({ count: concerts.length })],
    sections: concerts.map((concert) => toSection(concert, language, context.publicUrl)),
    links: [{ label: t.preferences, url: links.preferences }],
    smallPrint: [t.change],
    listUnsubscribe: links.unsubscribe,
  };
};

function pick(language: Language, german: string, english: string): string {
  return language === 'de' ? german : english;
}

function toSection(concert: ConcertOfDay, language: Language, publicUrl: string): EmailSection {
  const t = pickTexts(dailyProgrammeTexts, language);
  const doors = minutesBefore(concert.starts_at, DOORS_MINUTES);
  return {
    heading: pick(language, concert.title_de, concert.title_en),
    lines: [
      t.doors({
        begin: formatTime(concert.starts_at, language),
        venue: pick(language, concert.venue_de, concert.venue_en),
        doors: formatTime(doors, language),
      }),
      ...concert.pieces.map((piece) =>
        t.piece({ composer: piece.composer, title: pieceLine(piece, language) }),
      ),
      ...(concert.is_academy ? [t.free] : []),
    ],
    link: { label: t.toConcert, url: `${publicUrl}/${language}/concerts/${concert.id}` },
  };
}

async function findSubscriber(
  { pool }: MailContext,
  id: number,
): Promise<{ id: number; generation: number } | null> {
  const { rows } = await pool.query<{ id: number; generation: number }>(
    `select id, generation from newsletter_subscription
     where id = $1 and confirmed_at is not null and receive_news_email and concert_daily`,
    [id],
  );
  return rows[0] ?? null;
}

async function findConcerts({ pool }: MailContext, day: string): Promise<ConcertOfDay[]> {
  const { rows } = await pool.query<ConcertOfDay>(
    `select k.id, k.starts_at, k.is_academy, k.title_de, k.title_en, v.name_de as venue_de,
       v.name_en as venue_en, coalesce((
         select jsonb_agg(jsonb_build_object('composer', m.full_name, 'title_de', e.title_de,
           'title_en', e.title_en, 'tonality', e.tonality) order by e.position)
         from piece e join composer m on m.id = e.composer_id where e.concert_id = k.id), '[]') as pieces
     from concert k join venue v on v.id = k.venue_id
     where k.published_at is not null and k.cancelled_at is null
       and (k.starts_at at time zone 'Europe/Berlin')::date = $1::date
     order by k.starts_at, k.id`,
    [day],
  );
  return rows;
}
