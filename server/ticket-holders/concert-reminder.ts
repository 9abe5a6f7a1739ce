import type { Pool } from 'pg';
import { berlinDate } from '#contract/berlin-time.ts';
import type { DeliveryMethod } from '#contract/codes.ts';
import { DOORS_MINUTES } from '#contract/constants.ts';
import { formatDayAndTime, formatTime, minutesBefore } from '#contract/format.ts';
import type { Language, LocalizedText } from '#contract/language.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { concertReminderTexts } from '#messages/ticket-holders.ts';
import { listTicketDocuments, toAttachment } from '../documents/find-document.ts';
import { MAX_ATTACHMENT_BYTES, orderUrl } from '../documents/order-mails.ts';
import { personCheckoutsSql } from '../orders/order-filter-sql.ts';
import type { RecurringJob } from '../platform/jobs/job-runner.ts';
import type { EmailSection, MailContext, WriteEmail } from '../platform/mail/email.ts';
import { emailSql, languageSql, ordersSql } from '../orders/order-contact-sql.ts';

/** Looks every minute: a process that was down, or a corrected address, is caught up at once. */
export const concertReminderJob: RecurringJob = {
  task: 'send-concert-reminders',
  cron: '* * * * *',
};

/** Of the day before a concert, in Europe/Berlin. */
const SENDING_TIME = '10:00';
/** Above the priority of all other mails, which go first. */
const LOW_PRIORITY = 10;

/**
 * Queues the reminders that are due: one for each address with valid tickets of a concert that were ordered before its
 * moment, once, however often it runs and in how many processes; none after the concert's start, nor where the festival
 * wants none. Returns how many (product.md 12).
 */
export async function sendConcertReminders(pool: Pool, now: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `with due as (
       select id, ((starts_at at time zone 'Europe/Berlin')::date - 1 + $2::time)
         at time zone 'Europe/Berlin' as due_at
       from concert where published_at is not null and cancelled_at is null
         and (select content->'reminder' from festival) is distinct from 'false'
         and starts_at > $1 and starts_at < $1::timestamptz + interval '3 days'
     ), holder as (
       select distinct on (due.id, email_key(${emailSql})) due.id as concert_id,
         ${emailSql} as email, ${languageSql} as language,
         'concert-reminder-' || due.id || '-' || md5(email_key(${emailSql})) as event_key
       from due join product p on p.concert_id = due.id join ticket t on t.product_id = p.id
         join ${ordersSql} on o.id = t.order_id
       where due.due_at <= $1 and o.created_at < due.due_at and t.voided_at is null
         and ${emailSql} is not null
       order by due.id, email_key(${emailSql}), o.id desc
     ), written as (
       insert into mail (kind, recipient, language, facts, event_key)
       select 'concert-reminder', email, language, jsonb_build_object('concertId', concert_id), event_key
       from holder where not exists (select from mail m where m.event_key = holder.event_key)
       on conflict (event_key) do nothing returning id
     )
     select enqueue_mail(id, $3) from written`,
    [now, SENDING_TIME, LOW_PRIORITY],
  );
  return rowCount ?? 0;
}

interface ConcertRow {
  starts_at: Date;
  title: LocalizedText;
  venue: LocalizedText;
  access: Record<Language, string | null>;
  street: string;
  postal_code: string;
  city: string;
  latitude: number;
  longitude: number;
  notes: LocalizedText[];
}

interface OrderRow {
  id: number;
  order_no: string;
  checkout_id: number;
  link_generation: number;
  delivery_method: DeliveryMethod;
  tickets: number;
}

/**
 * Kind `concert-reminder`, fact `concertId`: what somebody needs tomorrow evening, with their tickets again. Null when
 * the address has no valid ticket any more, or the concert has started (product.md 12).
 */
export const writeConcertReminder: WriteEmail = async (facts, language, context) => {
  const concertId = Number(facts.concertId);
  const concert = await findConcert(context.pool, concertId);
  const orders = await listOrders(context, concertId);
  if (concert === null || orders.length === 0) return null;
  const t = pickTexts(concertReminderTexts, language);
  const title = concert.title[language];
  const isToday = berlinDate(new Date()) === berlinDate(concert.starts_at);
  const count = orders.reduce((sum, { tickets }) => sum + tickets, 0);
  const found = await listTicketDocuments(context.pool, {
    orderIds: orders.filter((each) => each.delivery_method === 'onlineticket').map(({ id }) => id),
    concertId,
  });
  const isComplete = found.reduce((sum, { size }) => sum + size, 0) <= MAX_ATTACHMENT_BYTES;
  return {
    subject: isToday ? t.subjectToday({ title }) : t.subject({ title }),
    preheader: t.preheader({ time: formatDayAndTime(concert.starts_at, language) }),
    heading: title,
    paragraphs: [t.greeting, t.intro({ count, isToday })],
    sections: [
      describeConcert(concert, language),
      ...(concert.notes.length === 0
        ? []
        : [{ heading: t.notes, lines: concert.notes.map((note) => note[language]) }]),
      ...orders.map((order) => ({
        heading: t.order({ count: order.tickets, orderNo: order.order_no }),
        lines: [whereTicketsAre(order, isComplete, language)],
        link: { label: t.toOrder, url: orderUrl(context, order) },
      })),
    ],
    smallPrint: [t.keepLink],
    replyTo: context.sender.email,
    attachments: isComplete ? found.map(toAttachment) : [],
  };
};

function describeConcert(concert: ConcertRow, language: Language): EmailSection {
  const t = pickTexts(concertReminderTexts, language);
  const { starts_at: startsAt, street, postal_code: postalCode, city } = concert;
  const access = concert.access[language];
  const place = `${concert.latitude}/${concert.longitude}`;
  return {
    heading: formatDayAndTime(startsAt, language),
    lines: [
      t.doors({ time: formatTime(minutesBefore(startsAt, DOORS_MINUTES), language) }),
      concert.venue[language],
      `${street}, ${postalCode} ${city}`,
      ...(access === null ? [] : [access]),
    ],
    link: {
      label: t.map,
      url: `https://www.openstreetmap.org/?mlat=${concert.latitude}&mlon=${concert.longitude}#map=17/${place}`,
    },
  };
}

function whereTicketsAre(
  { delivery_method: method, order_no: orderNo }: OrderRow,
  isAttached: boolean,
  language: Language,
): string {
  const t = pickTexts(concertReminderTexts, language);
  if (method === 'onlineticket') return isAttached ? t.attached : t.toDownload;
  return method === 'postal' ? t.posted : t.boxoffice({ orderNo });
}

async function findConcert(pool: Pool, id: number): Promise<ConcertRow | null> {
  const both = (name: string) => `json_build_object('de', ${name}_de, 'en', ${name}_en)`;
  const { rows } = await pool.query<ConcertRow>(
    `select k.starts_at, ${both('k.title')} as title, ${both('v.name')} as venue,
       ${both('v.access_note')} as access, v.street, v.postal_code, v.city, v.latitude, v.longitude,
       coalesce((select json_agg(${both('n.text')} order by n.position) from concert_note n
         where n.concert_id = k.id and n.info_type <> 'GENERAL_OVERVIEW_ONLY'), '[]') as notes
     from concert k join venue v on v.id = k.venue_id
     where k.id = $1 and k.published_at is not null and k.cancelled_at is null and k.starts_at > now()`,
    [id],
  );
  return rows[0] ?? null;
}

/** The recipient's orders with valid tickets of a concert. */
async function listOrders(
  { pool, recipient }: MailContext,
  concertId: number,
): Promise<OrderRow[]> {
  const { rows } = await pool.query<OrderRow>(
    `select o.id, o.order_no, o.checkout_id, o.link_generation, c.delivery_method, v.tickets
     from ${ordersSql} cross join lateral (
       select count(*)::int as tickets from ticket t join product p on p.id = t.product_id
       where t.order_id = o.id and p.concert_id = $2 and t.voided_at is null) v
     where o.checkout_id in ${personCheckoutsSql('$1')} and email_key(${emailSql}) = email_key($1)
       and v.tickets > 0 order by o.id`,
    [recipient, concertId],
  );
  return rows;
}
