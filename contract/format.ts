// Money, dates and times as people read them. Zod-free, used by browser and server. Names and patterns are our
// own, so that every ICU version gives the same text. Intl is used only here, to group digits, and in
// berlin-time.ts.
import { berlinParts, type When } from './berlin-time.ts';
import type { Language } from './language.ts';

/** No-break space: a number stays with its unit. */
const NBSP = '\u00a0';

const monthNames: Record<Language, readonly string[]> = {
  de: words('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
  en: words(
    'January February March April May June July August September October November December',
  ),
};

const weekdayNames: Record<Language, readonly string[]> = {
  de: words('Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'),
  en: words('Sunday Monday Tuesday Wednesday Thursday Friday Saturday'),
};

function words(line: string): readonly string[] {
  return line.split(' ');
}

const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(language: Language, decimals: number): Intl.NumberFormat {
  const key = language + decimals;
  let format = numberFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(language === 'de' ? 'de-DE' : 'en-GB', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    numberFormats.set(key, format);
  }
  return format;
}

/** A whole number: "1.234" or "1,234". */
export function formatNumber(value: number, language: Language): string {
  return numberFormat(language, 0).format(value);
}

/** Names joined by "or": "A, B oder C", "A or B". */
export function formatAlternatives(names: readonly string[], language: Language): string {
  const last = names.at(-1) ?? '';
  if (names.length < 2) return last;
  return `${names.slice(0, -1).join(', ')} ${language === 'de' ? 'oder' : 'or'} ${last}`;
}

/** An amount of cents: "26,00 €" or "€26.00". */
export function formatMoney(cents: number, language: Language): string {
  return withCurrency(numberFormat(language, 2).format(cents / 100), language);
}

/** An amount of cents within a sentence, in whole EUR where it is: "26 €", "€24.50". */
export function formatPrice(cents: number, language: Language): string {
  if (cents % 100 !== 0) return formatMoney(cents, language);
  return withCurrency(numberFormat(language, 0).format(cents / 100), language);
}

/** Negative amounts have a minus sign, which is as wide as a digit; a hyphen is not. */
function withCurrency(amount: string, language: Language): string {
  const minus = amount.startsWith('-') ? '−' : '';
  const figures = amount.replace('-', '');
  return language === 'de' ? `${minus}${figures}${NBSP}€` : `${minus}€${figures}`;
}

/** A time of day: "19.30 Uhr" or "7.30 pm". */
export function formatTime(when: When, language: Language): string {
  const { hour, minute } = berlinParts(when);
  const minutes = String(minute).padStart(2, '0');
  if (language === 'de') return `${hour}.${minutes}${NBSP}Uhr`;
  return `${hour % 12 || 12}.${minutes}${NBSP}${hour < 12 ? 'am' : 'pm'}`;
}

/** "Samstag", "Saturday"; short "Sa", "Sat". */
export function formatWeekday(when: When, language: Language, length?: 'short'): string {
  const name = weekdayNames[language][berlinParts(when).weekday] ?? '';
  return length === 'short' ? name.slice(0, language === 'de' ? 2 : 3) : name;
}

/** "August". */
export function formatMonth(when: When, language: Language): string {
  return monthNames[language][berlinParts(when).month - 1] ?? '';
}

/** "23. August 2025" or "23 August 2025"; without the year "23. August", "23 August". */
export function formatDate(when: When, language: Language, year = true): string {
  const { day, year: yearNumber } = berlinParts(when);
  const dot = language === 'de' ? '.' : '';
  const date = `${day}${dot}${NBSP}${formatMonth(when, language)}`;
  return year ? `${date} ${yearNumber}` : date;
}

/** "Samstag, 23. August 2025" or "Saturday, 23 August 2025". */
export function formatDay(when: When, language: Language, year = true): string {
  return `${formatWeekday(when, language)}, ${formatDate(when, language, year)}`;
}

/** "Samstag, 23. August 2025, 19.30 Uhr" or "Saturday, 23 August 2025, 7.30 pm". */
export function formatDayAndTime(when: When, language: Language, year = true): string {
  return `${formatDay(when, language, year)}, ${formatTime(when, language)}`;
}

/**
 * "8.–29. August 2025" or "8–29 August 2025"; across months "30. Juli – 2. August 2025". Empty unless both are known.
 */
export function formatDateRange(
  from: When | null | undefined,
  to: When | null | undefined,
  language: Language,
): string {
  if (!from || !to) return '';
  const [a, b] = [berlinParts(from), berlinParts(to)];
  const end = formatDate(to, language);
  if (a.year !== b.year) return `${formatDate(from, language)} – ${end}`;
  if (a.month !== b.month) return `${formatDate(from, language, false)} – ${end}`;
  if (a.day === b.day) return end;
  return `${a.day}${language === 'de' ? '.' : ''}–${end}`;
}

/** Days without their year: "8.–14.", "8–14"; across months with them: "28. Juli – 3. August". */
export function formatDays(from: When, to: When, language: Language): string {
  const [a, b] = [berlinParts(from), berlinParts(to)];
  if (a.month !== b.month) {
    return `${formatDate(from, language, false)} – ${formatDate(to, language, false)}`;
  }
  const dot = language === 'de' ? '.' : '';
  return a.day === b.day ? `${a.day}${dot}` : `${a.day}${dot}–${b.day}${dot}`;
}

/** The moment this many minutes earlier, e.g. when admission starts. */
export function minutesBefore(when: When, minutes: number): Date {
  return new Date(new Date(when).getTime() - minutes * 60_000);
}

/** A duration: "90 Minuten", "90 minutes"; full hours from two hours on: "6 Stunden". */
export function formatMinutes(minutes: number, language: Language): string {
  if (minutes >= 120 && minutes % 60 === 0) {
    return `${minutes / 60}${NBSP}${language === 'de' ? 'Stunden' : 'hours'}`;
  }
  return `${minutes}${NBSP}${language === 'de' ? 'Minuten' : 'minutes'}`;
}

/** How long to wait, after "warten Sie" or "wait": "5 Minuten", "a moment". Rounded up to minutes. */
export function formatWait(seconds: number, language: Language): string {
  if (seconds < 10) return language === 'de' ? 'einen Moment' : 'a moment';
  if (seconds > 60) return formatMinutes(Math.ceil(seconds / 60), language);
  return language === 'de' ? 'eine Minute' : 'a minute';
}
