import { useEffect } from 'react';
import { berlinParts } from '#contract/berlin-time.ts';
import { formatDay, formatDays, formatWeekday } from '#contract/format.ts';
import { festivalTexts } from '#messages/festival.ts';
import { groupByDay } from '../concerts/concert-summary.ts';
import { withStorage, useBrowserValue } from '../platform/store.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { useSite } from '../platform/site.ts';
import { PreloadPicture } from '../platform/document.tsx';
import { Picture, drawings } from '../ui/picture.tsx';
import type { Point, SeasonConcert } from './load-home-page.server.ts';
import './season.css';

interface SeasonDay {
  day: string;
  concerts: SeasonConcert[];
  wide: Point;
  phone: Point;
}

/** The season as a panorama that is its calendar: one dated summit a day, each a link. */
export function Season({ concerts, caption }: { concerts: SeasonConcert[]; caption: string }) {
  const { season } = useSite();
  const texts = useTexts(festivalTexts);
  const { days, isDense } = fitDates(placedDays(concerts));
  return (
    <div className="season">
      <PreloadPicture
        wide={season.wide}
        phone={season.phone}
        phoneQuery={drawings.season.phoneQuery}
      />
      <div className="season__scroller">
        <div className="season__field">
          <Picture
            className="season__picture"
            drawing="season"
            wide={season.wide}
            phone={season.phone}
            fetchPriority="high"
          />
          <img
            className="season__rest"
            src={season.phoneRest}
            // one pixel wider: the two halves overlap by it
            width={drawings.season.phone.width + 1}
            height={drawings.season.phone.height}
            alt=""
            loading="lazy"
          />
          <LeaderLines days={days} />
          <ol
            className={isDense ? 'season__days season__days--dense' : 'season__days'}
            aria-label={texts.calendar}
          >
            {days.map((day) => (
              <Day key={day.day} {...day} />
            ))}
          </ol>
          <Gaps days={days} />
        </div>
      </div>
      {caption !== '' && <p className="season__caption wrap">{caption}</p>}
    </div>
  );
}

/** Days whose summits the drawing names; a day without one is in the list, not in the picture. */
function placedDays(concerts: SeasonConcert[]): SeasonDay[] {
  return groupByDay(concerts).flatMap(({ day, concerts: list }) => {
    const { wide = null, phone = null } = list.find((concert) => concert.wide !== null) ?? {};
    return wide ? [{ day, concerts: list, wide, phone: phone ?? wide }] : [];
  });
}

/** Weekday and date over the summit; a day with several concerts leads to its place in the list. */
function Day({ day, concerts, wide, phone }: SeasonDay) {
  const language = useLanguage();
  const [only] = concerts;
  const single = concerts.length === 1 && only;
  const to = single ? `/concerts/${only.id}` : `/concerts/all#day-${day}`;
  const titles = concerts.map((concert) => concert.title).join(', ');
  return (
    <li
      className={`season__day placed ${positionClass(wide.x, 'wide')} ${positionClass(phone.x, 'phone')}`}
    >
      <LocalLink to={to} viewTransition>
        <span className="visually-hidden">
          {formatDay(day, language)}: {titles}
        </span>
        <span className="season__weekday" aria-hidden="true">
          {formatWeekday(day, language, 'short')}
        </span>
        <span className="season__number" aria-hidden="true">
          {berlinParts(day).day}
        </span>
      </LocalLink>
    </li>
  );
}

/** From each date down to its summit, where the picture is seen whole; they drop at the first view only. */
function LeaderLines({ days }: { days: SeasonDay[] }) {
  const seen = useLinesSeen();
  return (
    <svg
      className={seen ? 'season__lines' : 'season__lines season__lines--drop'}
      viewBox="0 0 1000 1000"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {days.map(({ day, wide }) => (
        <path
          key={day}
          className="season__line"
          pathLength="1"
          d={`M${mille(wide.x)} 105V${mille(wide.y)}`}
        />
      ))}
      {days.map(({ day, wide }) => (
        <path key={day} className="season__dot" d={`M${mille(wide.x)} ${mille(wide.y)}h0`} />
      ))}
    </svg>
  );
}

/** Until the last line has dropped; the same in season.css. */
const LEADER_LINES_MS = 690;
const LINES_SEEN = 'seen:leader-lines';

/** Whether this tab's session has seen the lines drop; where storage is refused, never. */
function useLinesSeen(): boolean {
  useEffect(() => {
    const mark = () =>
      withStorage('sessionStorage', (storage) => storage.setItem(LINES_SEEN, 'yes'));
    const timer = setTimeout(mark, LEADER_LINES_MS);
    return () => clearTimeout(timer);
  }, []);
  const find = () => withStorage('sessionStorage', (storage) => storage.getItem(LINES_SEEN));
  return useBrowserValue(() => find() !== null, false);
}

const mille = (fraction: number) => Math.round(fraction * 1000);

/** As a share of the picture's width: the label's width in season.css and half a date at either end. */
const MIN_GAP_WIDTH = 0.34;

/** Names the time between two concerts that belongs to something else, e.g. the academy. */
function Gaps({ days }: { days: SeasonDay[] }) {
  const { gaps } = useSite();
  const language = useLanguage();
  return gaps.map((gap) => {
    const before = days.findLast((day) => day.day < gap.from);
    const after = days.find((day) => day.day > gap.to);
    if (!before || !after || after.wide.x - before.wide.x < MIN_GAP_WIDTH) return null;
    const middle = (before.wide.x + after.wide.x) / 2;
    return (
      <p key={gap.from} className={`season__gap placed ${positionClass(middle, 'wide')}`}>
        {formatDays(gap.from, gap.to, language)} {gap.label}
      </p>
    );
  });
}

/**
 * Least distance of two dates, as a share of the picture's width: weekday over a large number, and a small number
 * alone. Measured where the text is largest beside the picture, at 56.25em (wide) and 43.75em (phone).
 */
const room = {
  wide: { large: 0.0305, small: 0.0165 },
  phone: { large: 0.0465, small: 0.0206 },
};

type Placed = Record<'wide' | 'phone', Point>;

/** The dates that fit over their summits, and whether only as small numbers. The first of a crowd stays. */
export function fitDates<Day extends Placed>(days: Day[]): { days: Day[]; isDense: boolean } {
  const fits = (day: Day, before: Day | undefined, size: 'large' | 'small') =>
    before === undefined ||
    (day.wide.x - before.wide.x >= room.wide[size] &&
      day.phone.x - before.phone.x >= room.phone[size]);
  const fitting: Day[] = [];
  for (const day of days) if (fits(day, fitting.at(-1), 'small')) fitting.push(day);
  return { days: fitting, isDense: !days.every((day, i) => fits(day, days[i - 1], 'large')) };
}

/**
 * Class names that put an element at a fraction of its parent's width, to a thousandth. (Pages carry no style
 * attributes, so that their Content-Security-Policy can forbid them; season.css adds hundreds, tens and ones up.)
 */
export function positionClass(fraction: number, screen: 'wide' | 'phone'): string {
  const thousandths = Math.min(999, Math.max(0, Math.round(fraction * 1000)));
  const digits = String(thousandths).padStart(3, '0');
  const letter = screen === 'wide' ? 'w' : 'p';
  return `${letter}a${digits[0]} ${letter}b${digits[1]} ${letter}c${digits[2]}`;
}

/** A name narrower than this, in em, does not fill the measure: it would fill the screen. */
const MIN_WORDMARK_WIDTH = 2.3;

/** Class names of a font size that sets a name of this width in em across the measure (home.css). */
export function wordmarkClass(width: number): string {
  // rounded down, so that rounding never makes the name too wide
  return positionClass(Math.floor(2000 / Math.max(MIN_WORDMARK_WIDTH, width)) / 1000, 'wide');
}
