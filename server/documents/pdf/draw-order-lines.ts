import { formatDayAndTime, formatMoney } from '#contract/format.ts';
import type { Language } from '#contract/language.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { documentTexts } from '#messages/documents.ts';
import type { SoldConcert } from './document-data.ts';
import { drawRule, drawStave } from '../../drawing/pdf/draw-mark.ts';
import { bottom, left, right, top, width } from './letterhead.ts';
import { display, ink, ink2, line, mm, sans, sansBold, textFont } from '../../drawing/pdf/theme.ts';
import {
  decorate,
  textHeight,
  addGroup,
  part,
  type TaggedPdf,
  type TextStyle,
  write,
} from '../../drawing/pdf/tagged-pdf.ts';

/** The lines of an order, in a table that may take several pages. */
export interface OrderLinesTable {
  language: Language;
  concerts: SoldConcert[];
  /** Describes date and place of a concert; on invoices as date of supply. */
  describe: (place: { when: string; venue: string }) => string;
  /** Further lines such as postage. */
  extras: { name: string; note?: string; cents: number }[];
  /** -1 on cancellations. */
  sign: 1 | -1;
  /** False: lines without prices. */
  hasPrices?: boolean;
}

const numberColumn = mm(16);
const priceRight = right - mm(26);
const body: TextStyle = { font: sans, size: 10.5 };
const figures: TextStyle = { ...body, hasTabularFigures: true, align: 'right' };
const head: TextStyle = { font: sans, size: 8.2, color: ink2 };
type Row = ReturnType<typeof addGroup>;

/** Draws the table, starting at y `from`. Returns the y below it. */
export function drawOrderLines(document: TaggedPdf, from: number, table: OrderLinesTable): number {
  const element = addGroup(document, document.root, 'Table');
  let y = drawTableHead(document, element, from, table);
  for (const concert of table.concerts) {
    y = ensureRoom(document, y, concertHeight(document, concert) + 18);
    y = drawConcert(document, element, y, concert, table);
    for (const sold of concert.lines) {
      y = ensureRoom(document, y, 18);
      const cents = table.sign * sold.quantity * sold.priceCents;
      y = drawLine(document, element, y, table, { ...sold, cents });
    }
  }
  for (const extra of table.extras) {
    y = ensureRoom(document, y, 34);
    y = drawExtra(document, element, y, extra, table);
  }
  return y + 10;
}

/** The y to continue at: the given one, or the top of a new page. */
export function ensureRoom({ pdf }: TaggedPdf, y: number, needed: number): number {
  if (y + needed <= bottom) return y;
  pdf.addPage();
  return top + 12;
}

function drawTableHead(
  document: TaggedPdf,
  table: Row,
  from: number,
  { language, hasPrices = true }: OrderLinesTable,
): number {
  const { pdf } = document;
  const t = pickTexts(documentTexts, language);
  decorate(document, () => {
    drawStave(pdf, { x: left, y: from, width });
  });
  const row = addGroup(document, table, 'TR');
  const baseline = from + 25;
  const cell = (words: string, x: number, end: number, align: 'left' | 'right') =>
    part(
      document,
      row,
      'TH',
      () => write(pdf, words, { x, baseline, width: end - x }, { ...head, align }),
      { scope: 'Column' },
    );
  cell(t.quantity, left, left + numberColumn, 'left');
  cell(t.service, left + numberColumn, priceRight - mm(24), 'left');
  cell(hasPrices ? t.unitPrice : '', priceRight - mm(24), priceRight, 'right');
  cell(hasPrices ? t.amount : '', priceRight, right, 'right');
  return baseline + 6;
}

const titleStyle: TextStyle = { font: display, size: 16, leading: 1.1 };
const titleWidth = right - left - numberColumn;

function concertHeight({ pdf }: TaggedPdf, concert: SoldConcert): number {
  return 49 + textHeight(pdf, concert.title, titleWidth, titleStyle);
}

function drawConcert(
  document: TaggedPdf,
  table: Row,
  y: number,
  concert: SoldConcert,
  { language, describe }: OrderLinesTable,
): number {
  const { pdf } = document;
  decorate(document, () =>
    drawRule(pdf, { x: left, y: y + 5, width }, { color: line, weight: 0.75 }),
  );
  const row = addGroup(document, table, 'TR');
  emptyCells(document, row, 1);
  let last = y;
  part(
    document,
    row,
    'TH',
    () => {
      const x = left + numberColumn;
      last = write(pdf, concert.title, { x, baseline: y + 27, width: titleWidth }, titleStyle);
      const when = formatDayAndTime(concert.startsAt, language);
      const words = describe({ when, venue: concert.venue });
      last = write(pdf, words, { x, baseline: last + 14, width: titleWidth }, { ...head, size: 9 });
    },
    { scope: 'Row' },
  );
  emptyCells(document, row, 2);
  return last + 5;
}

function drawLine(
  document: TaggedPdf,
  table: Row,
  y: number,
  { language, hasPrices = true }: OrderLinesTable,
  sold: { name: string; quantity: number; priceCents: number; cents: number },
): number {
  const { pdf } = document;
  const row = addGroup(document, table, 'TR');
  const baseline = y + 14;
  const cell = (words: string, x: number, end: number, style: TextStyle) =>
    part(document, row, 'TD', () => write(pdf, words, { x, baseline, width: end - x }, style));
  cell(String(sold.quantity), left, left + numberColumn, { ...body, hasTabularFigures: true });
  cell(sold.name, left + numberColumn, priceRight - mm(24), body);
  const price = (cents: number) => (hasPrices ? formatMoney(cents, language) : '');
  cell(price(sold.priceCents), priceRight - mm(24), priceRight, figures);
  cell(price(sold.cents), priceRight, right, figures);
  return baseline + 4.5;
}

function drawExtra(
  document: TaggedPdf,
  table: Row,
  y: number,
  extra: OrderLinesTable['extras'][number],
  { language, sign }: OrderLinesTable,
): number {
  const { pdf } = document;
  decorate(document, () =>
    drawRule(pdf, { x: left, y: y + 6, width }, { color: line, weight: 0.75 }),
  );
  const row = addGroup(document, table, 'TR');
  const baseline = y + 26;
  emptyCells(document, row, 1);
  part(document, row, 'TD', () => {
    const x = left + numberColumn;
    const words = extra.note === undefined ? extra.name : `${extra.name}, ${extra.note}`;
    write(pdf, words, { x, baseline, width: priceRight - x }, body);
  });
  emptyCells(document, row, 1);
  part(document, row, 'TD', () => {
    const words = formatMoney(sign * extra.cents, language);
    write(pdf, words, { x: priceRight, baseline, width: right - priceRight }, figures);
  });
  return baseline + 4;
}

/** Adds empty cells, because every row needs a cell per column. */
function emptyCells(document: TaggedPdf, row: Row, count: number): void {
  for (let i = 0; i < count; i++) part(document, row, 'TD', () => undefined);
}

/** Draws labels and amounts below the table, the last row large. Returns the y below. */
export function drawTotals(
  document: TaggedPdf,
  from: number,
  rows: { label: string; cents: number }[],
  language: Language,
): number {
  const { pdf, root } = document;
  let y = ensureRoom(document, from, 30 * rows.length + 20);
  rows.forEach(({ label, cents }, i) => {
    const isLast = i === rows.length - 1;
    if (isLast) {
      decorate(document, () => drawRule(pdf, { x: left, y, width }, { color: ink, weight: 1.2 }));
    }
    const baseline = y + (isLast ? 28 : 14);
    part(document, root, 'P', () => {
      write(
        pdf,
        label,
        { x: left + numberColumn, baseline, width: mm(80) },
        isLast ? { font: sansBold, size: 12 } : body,
      );
      write(
        pdf,
        formatMoney(cents, language),
        { x: priceRight - mm(30), baseline, width: right - priceRight + mm(30) },
        isLast
          ? { font: display, size: 25, leading: 1, hasTabularFigures: true, align: 'right' }
          : figures,
      );
    });
    y = baseline + (isLast ? 16 : 6);
  });
  return y;
}

/** Draws paragraphs below the table. Returns the y below. */
export function drawNotes(document: TaggedPdf, from: number, notes: string[]): number {
  const { pdf, root } = document;
  const style: TextStyle = { font: textFont, size: 11, leading: 1.4 };
  const x = left + numberColumn;
  let y = from;
  for (const note of notes) {
    y = ensureRoom(document, y, 22 + textHeight(pdf, note, right - x, style));
    part(document, root, 'P', () => {
      y = write(pdf, note, { x, baseline: y + 16, width: right - x }, style) + 4;
    });
  }
  return y;
}
