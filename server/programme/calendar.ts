import type { Context } from 'hono';
import { DOORS_MINUTES } from '#contract/constants.ts';
import { formatTime, minutesBefore } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import type { ApiApp, ApiEnv } from '../operations/define-api.ts';
import { Problem } from '../platform/problem.ts';
import type { ConcertReader } from './catalogue.ts';
import type { CalendarConcert, Concert } from './concert.ts';

/** Assumed length of a concert when the programme gives none. */
const DEFAULT_MINUTES = 120;

const words = {
  de: { doors: 'Einlass und Abendkasse ab', name: 'Konzerte' },
  en: { doors: 'Doors and box office open at', name: 'Concerts' },
};

/** Definition of Europe/Berlin (RFC 5545, 3.6.5). */
const TIMEZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'TZNAME:CEST',
  'DTSTART:19810329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'TZNAME:CET',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
];

export interface CalendarOptions {
  language: Language;
  /** Origin of the site, for links and stable ids. */
  publicUrl: string;
  /** Last change of the programme; SEQUENCE follows it. */
  changedAt: Date;
}

/** Writes an iCalendar file of these concerts (RFC 5545). */
export function writeCalendar(concerts: CalendarConcert[], options: CalendarOptions): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${new URL(options.publicUrl).hostname}//${words[options.language].name}//${options.language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...TIMEZONE,
    ...concerts.flatMap((concert) => eventLines(concert, options)),
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function eventLines(concert: CalendarConcert, options: CalendarOptions): string[] {
  const start = concert.date.slice(0, 19);
  const { location } = concert;
  const place = `${location.venue}, ${location.street}, ${location.postalCode} ${location.city}`;
  return [
    'BEGIN:VEVENT',
    `UID:concert-${concert.id}@${new URL(options.publicUrl).hostname}`,
    `DTSTAMP:${utc(options.changedAt)}`,
    `SEQUENCE:${Math.floor(options.changedAt.getTime() / 60_000) % 2_000_000_000}`,
    `DTSTART;TZID=Europe/Berlin:${compact(start)}`,
    `DTEND;TZID=Europe/Berlin:${compact(plusMinutes(start, concert.durationMinutes ?? DEFAULT_MINUTES))}`,
    ...(concert.cancelledAt === null ? [] : ['STATUS:CANCELLED']),
    `SUMMARY:${escapeIcs(concert.title)}`,
    `LOCATION:${escapeIcs(place)}`,
    `GEO:${location.latitude};${location.longitude}`,
    `URL:${options.publicUrl}/concerts/${concert.id}`,
    `DESCRIPTION:${escapeIcs(describe(concert, options.language))}`,
    'END:VEVENT',
  ];
}

function describe(concert: CalendarConcert, language: Language): string {
  const time = formatTime(minutesBefore(concert.date, DOORS_MINUTES), language);
  const works = concert.pieces.map((piece) => `${piece.composer.fullName}: ${piece.title}`);
  return [concert.subtitle, `${words[language].doors} ${time}`, ...works]
    .filter((l) => l !== '')
    .join('\n');
}

/** Adds minutes to a local time; no concert runs across a clock change. */
function plusMinutes(local: string, minutes: number): string {
  return new Date(Date.parse(`${local}Z`) + minutes * 60_000).toISOString().slice(0, 19);
}

function compact(local: string): string {
  return local.replaceAll(/[-:]/g, '');
}

function utc(date: Date): string {
  return `${compact(date.toISOString().slice(0, 19))}Z`;
}

function escapeIcs(text: string): string {
  return text.replaceAll(/[\\;,]/g, (c) => `\\${c}`).replaceAll('\n', '\\n');
}

/** Folds a line into parts of at most 75 bytes that continue after a space; never splits a character. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    const limit = parts.length === 0 ? 75 : 74;
    if (Buffer.byteLength(part + character) > limit) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part].join('\r\n ');
}

/** Mounts the calendars of each concert and of the festival (api.md, Festival, concerts, countries). */
export function mountCalendars(
  app: ApiApp,
  concerts: ConcertReader,
  publicUrl: () => string,
): void {
  const reply = async (c: Context<ApiEnv>, list: Concert[], name: string): Promise<Response> => {
    const language = languageOf(c);
    const changedAt = await concerts.changedAt();
    return new Response(writeCalendar(list, { language, publicUrl: publicUrl(), changedAt }), {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': `attachment; filename="${name}.ics"`,
        'cache-control': 'no-cache',
        'content-language': language,
        vary: 'Accept-Language',
      },
    });
  };
  app.get('/concert/calendar.ics', async (c) => {
    return await reply(c, await concerts.list(languageOf(c)), 'festival');
  });
  app.get('/concert/:id/calendar.ics', async (c) => {
    const id = Number(c.req.param('id'));
    if (!Number.isSafeInteger(id)) throw new Problem('not_found');
    return await reply(c, [await concerts.get(id, languageOf(c))], `concert-${id}`);
  });
}

/** The language of the page that links to a calendar, before that of the browser. */
function languageOf(c: Context<ApiEnv>): Language {
  const chosen = c.req.query('lang');
  return chosen === 'de' || chosen === 'en' ? chosen : c.get('request').language;
}
