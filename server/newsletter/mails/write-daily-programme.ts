import { berlinDate } from '#contract/berlin-time.ts';
import { DOORS_MINUTES } from '#contract/constants.ts';
import { formatDay, formatTime, minutesBefore } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import { dailyProgrammeTexts } from '#messages/daily-programme.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { pieceLine } from '../../programme/concert-dto.ts';
import type { EmailSection, MailContext, WriteEmail } from '../../platform/mail/email.ts';
import { createNewsletterLinks } from '../create-newsletter-links.ts';

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
     where k.published_at is not null
       and (k.starts_at at time zone 'Europe/Berlin')::date = $1::date
     order by k.starts_at, k.id`,
    [day],
  );
  return rows;
}
