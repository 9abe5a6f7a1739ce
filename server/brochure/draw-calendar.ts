import { berlinParts } from '#contract/berlin-time.ts';
import { formatDateRange, formatTime, formatWeekday } from '#contract/format.ts';
import { drawRule, drawStave } from '../drawing/pdf/draw-mark.ts';
import { display, line } from '../drawing/pdf/theme.ts';
import {
  linkToPage,
  decorate,
  addGroup,
  part,
  write,
  type TextStyle,
} from '../drawing/pdf/tagged-pdf.ts';
import {
  bottom,
  left,
  right,
  styles,
  top,
  addPage,
  width,
  writePart,
  type BrochurePdf,
} from './page-layout.ts';
import type { BrochureConcert } from './collect-brochure.ts';

const FIRST_ROW = top + 54;
/** Height of a row in points: the minimum, and what looks best. */
const MIN_ROW_HEIGHT = 24.5;
const MAX_ROW_HEIGHT = 31;
const numeral: TextStyle = { font: display, size: 21, leading: 1, tracking: -0.02 };
const title: TextStyle = { ...styles.subheading, size: 12.5 };
const NUMERAL_WIDTH = 38;

type Row = { concert: BrochureConcert; page: number; isNewDay: boolean } | { gap: string };

/** Pages reserved for the calendar, which is drawn last, when the concerts have their page numbers. */
export interface Calendar {
  pages: number[];
  section: BrochurePdf['root'];
}

/** Reserves the pages that the calendar will need. */
export function reserveCalendar(brochure: BrochurePdf): Calendar {
  const { pdf, data, t } = brochure;
  const section = addGroup(brochure, brochure.root, 'Sect');
  const rows = data.concerts.length + data.festival.gaps.length;
  const pages = [addPage(brochure, data.festival.name)];
  pdf.outline.addItem(t.calendar);
  while (pages.length * ROWS_PER_PAGE < rows) pages.push(addPage(brochure, data.festival.name));
  return { pages, section };
}

const ROWS_PER_PAGE = Math.floor((bottom - FIRST_ROW) / MIN_ROW_HEIGHT);

/** Draws all concerts by day with their page numbers. `startPages` are indices, from 0. */
export function drawCalendar(
  brochure: BrochurePdf,
  { pages, section }: Calendar,
  startPages: readonly number[],
): void {
  const { pdf, data, t } = brochure;
  const rows = rowsOf(brochure, startPages);
  const contents = addGroup(brochure, section, 'TOC');
  for (const [i, page] of pages.entries()) {
    pdf.switchToPage(page);
    decorate(brochure, () => drawStave(pdf, { x: left, y: top, width }));
    if (i === 0) {
      const { startDate, endDate, year } = data.festival;
      const range = formatDateRange(startDate, endDate, data.language) || String(year);
      drawHeading(brochure, section, [t.calendar, range]);
    }
    const those = rows.slice(i * ROWS_PER_PAGE, (i + 1) * ROWS_PER_PAGE);
    const step = Math.min(MAX_ROW_HEIGHT, (bottom - FIRST_ROW) / those.length);
    those.forEach((row, n) => drawRow(brochure, contents, row, { y: FIRST_ROW + n * step, step }));
  }
}

function drawHeading(
  brochure: BrochurePdf,
  section: BrochurePdf['root'],
  [name, range]: [string, string],
): void {
  writePart(brochure, section, ['H2', name, styles.heading], top + 34);
  writePart(brochure, section, ['P', range, { ...styles.facts, align: 'right' }], top + 34);
}

function rowsOf({ data }: BrochurePdf, startPages: readonly number[]): Row[] {
  const gaps = [...data.festival.gaps];
  let lastDay = '';
  return data.concerts.flatMap((concert, i) => {
    const day = concert.plate.date;
    const isNewDay = day !== lastDay;
    lastDay = day;
    const passed = gaps.filter((gap) => gap.from < day);
    gaps.splice(0, passed.length);
    const named: Row[] = passed.map(({ from, to, label }) => ({
      gap: `${formatDateRange(from, to, data.language)}: ${label}`,
    }));
    return [...named, { concert, page: startPages[i] ?? 0, isNewDay }];
  });
}

function drawRow(
  brochure: BrochurePdf,
  contents: BrochurePdf['root'],
  row: Row,
  { y, step }: { y: number; step: number },
): void {
  const { pdf, data } = brochure;
  if ('gap' in row) {
    decorate(brochure, () => drawRule(pdf, { x: left, y, width }, { color: line, weight: 0.6 }));
    const column = { x: left + NUMERAL_WIDTH, width };
    part(brochure, addGroup(brochure, contents, 'TOCI'), 'P', () => {
      write(pdf, row.gap, { ...column, baseline: y + step / 2 + 3 }, styles.small);
    });
    return;
  }
  const { concert, page, isNewDay } = row;
  const x = isNewDay ? left : left + NUMERAL_WIDTH;
  decorate(brochure, () => drawRule(pdf, { x, y, width: right - x }, { color: line, weight: 0.6 }));
  const target = { page, words: brochure.t.toPage({ title: concert.title, page: page + 1 }) };
  const item = addGroup(brochure, addGroup(brochure, contents, 'TOCI'), 'Reference');
  const area = { x: left, y, width, height: step };
  linkToPage(brochure, item, { ...area, ...target }, () => {
    const { day } = berlinParts(concert.startsAt);
    const middle = y + step / 2;
    if (isNewDay) write(pdf, String(day), { x: left, baseline: middle + 7, width: 40 }, numeral);
    const column = { x: left + NUMERAL_WIDTH, width: width - NUMERAL_WIDTH - 30 };
    write(pdf, concert.title, { ...column, baseline: middle - 0.5 }, title);
    const facts = [
      formatWeekday(concert.startsAt, data.language),
      formatTime(concert.startsAt, data.language),
      concert.venue,
    ];
    write(
      pdf,
      facts.join(', '),
      { ...column, baseline: middle + 9.5 },
      { ...styles.small, size: 7.8 },
    );
    const folio: TextStyle = { ...styles.factsBold, align: 'right' };
    write(pdf, String(page + 1), { x: left, baseline: middle + 3, width }, folio);
  });
}
