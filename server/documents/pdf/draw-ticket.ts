import { drawMark, drawStave } from '../../drawing/pdf/draw-mark.ts';
import {
  display,
  displayItalic,
  ink2,
  mm,
  sans,
  textFont,
  sansBold,
  textItalic,
  ink,
  paper,
} from '../../drawing/pdf/theme.ts';
import {
  decorate,
  part,
  textHeight,
  write,
  closeTaggedPdf,
  openTaggedPdf,
  widthOf,
  type TaggedPdf,
  type TextStyle,
  type Pdf,
} from '../../drawing/pdf/tagged-pdf.ts';
import type { TicketSeller, TicketData } from './document-data.ts';
import { DOORS_MINUTES } from '#contract/constants.ts';
import { berlinParts } from '#contract/berlin-time.ts';
import {
  formatDay,
  formatMoney,
  formatMonth,
  formatTime,
  minutesBefore,
} from '#contract/format.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { documentTexts } from '#messages/documents.ts';
import { encode } from 'uqr';
import { drawCover } from '#packages/plates/draw-concert-panorama.ts';
import type { PlateConcert } from '#packages/plates/plate.ts';
import {
  placePlate,
  recordPlate,
  type PlateFrame,
  type PlateRecording,
} from '../../drawing/pdf/embed-plate.ts';

/** A5 portrait: readable on a phone, and two fit on a sheet of A4. */
export const ticketSize: [number, number] = [mm(148), mm(210)];
export const ticketMargins = { top: 0, right: 0, bottom: 0, left: 0 };

const left = mm(11);
const right = ticketSize[0] - left;
const width = right - left;
/** The column between the margins, in points. */
export const ticketColumn = { left, right, width };
/** Where the foot starts, in points. */
const ticketFootTop: number = ticketSize[1] - mm(19);
/** Small words beside others. */
export const ticketLabel: TextStyle = { font: sans, size: 8, color: ink2 };

/** Draws mark and short name, and some words on the right. */
export function drawTicketHead(
  document: TaggedPdf,
  { shortName, logo }: TicketSeller,
  words: string,
): void {
  const { pdf, root } = document;
  const baseline = mm(11.6);
  decorate(document, () => drawMark(pdf, { x: left, y: baseline - 16, width: 23 }, logo));
  part(document, root, 'P', () => {
    const style = { font: display, size: 21, leading: 1, tracking: -0.018 } as const;
    write(pdf, shortName, { x: left + 31, baseline, width }, style);
  });
  part(document, root, 'P', () => {
    const style: TextStyle = { ...ticketLabel, size: 9, align: 'right' };
    write(pdf, words, { x: left, baseline, width }, style);
  });
}

/** The largest style up to this size in which the title takes at most two lines; longer titles get the smallest. */
export function fitTicketTitle({ pdf }: TaggedPdf, title: string, maxSize: number): TextStyle {
  const style: TextStyle = { font: display, size: maxSize, leading: 0.98, tracking: -0.02 };
  while (style.size > 18 && textHeight(pdf, title, width, style) > style.size * 1.2)
    style.size -= 1.5;
  return style;
}

/** Draws the stave, some words on the left, and the seller on the right. */
export function drawTicketFoot(
  document: TaggedPdf,
  { name, website }: TicketSeller,
  words: string,
): void {
  const { pdf, root } = document;
  decorate(document, () => {
    drawStave(pdf, { x: left, y: ticketFootTop, width }, 2.2);
  });
  const place = { x: left, baseline: ticketFootTop + 22, width };
  part(document, root, 'P', () => {
    const style: TextStyle = { font: textFont, size: 9, leading: 1.35 };
    write(pdf, words, { ...place, width: width * 0.62 }, style);
  });
  part(document, root, 'P', () => {
    const site = website.replace(/^https?:\/\//, '');
    write(pdf, `${name}\n${site}`, place, { ...ticketLabel, leading: 1.5, align: 'right' });
  });
}

const plate = { x: 0, y: mm(17), width: ticketSize[0] };
const plateHeight = mm(82);
const dayHeight = mm(66);
const qrSize = mm(47);
const columnWidth = right - qrSize + mm(3) - left - mm(4);
const value: TextStyle = { font: sans, size: 10.5, leading: 1.3, hasTabularFigures: true };
const note: TextStyle = { font: sans, size: 8.5, color: ink2, leading: 1.25 };
const dayStyle: TextStyle = { font: display, size: 17, leading: 1.12 };
const subtitleStyle: TextStyle = { font: textItalic, size: 12, leading: 1.25 };

/** Draws one ticket on one page: concert, plate, QR code, buyer (product.md 12). */
export async function drawTicket(data: TicketData): Promise<Uint8Array> {
  const t = pickTexts(documentTexts, data.language);
  const { title } = data.concert;
  const document = openTaggedPdf({
    language: data.language,
    title: t.ticketTitle({ concert: title, orderNo: data.orderNo, position: data.position }),
    author: data.seller.name,
    size: ticketSize,
    margins: ticketMargins,
    createdAt: new Date(data.orderedAt),
  });
  drawTicketPage(document, data);
  return await closeTaggedPdf(document);
}

/** Draws the ticket on the current page, which is `ticketSize` with `ticketMargins`. */
export function drawTicketPage(document: TaggedPdf, data: TicketData): void {
  const { title } = data.concert;
  const t = pickTexts(documentTexts, data.language);
  drawTicketHead(document, data.seller, data.count > 1 ? t.ticketOf(data) : t.ticket);
  const titleStyle = fitTicketTitle(document, title, 33);
  const rows = infoRows(document, data);
  // a long title makes the plate smaller
  const spare =
    ticketFootTop - plate.y - titleHeight(document, data, titleStyle) - infoHeight(document, rows);
  const most = data.plate === null ? dayHeight : plateHeight;
  const frame = { ...plate, height: Math.round(Math.min(most, spare - 12)) };
  const { height } = frame;
  decorate(document, () =>
    data.plate === null
      ? drawLargeDay(document.pdf, data, frame)
      : drawTicketPlate(document.pdf, data.plate, frame),
  );
  const below = drawTitle(document, data, titleStyle, plate.y + height);
  drawInfoBlock(document, data, rows, below);
  drawCode(document, data, below);
  drawTicketFoot(document, data.seller, t.ticketRules);
}

/** The height from the plate to the last baseline of the subtitle. */
function titleHeight({ pdf }: TaggedPdf, { concert }: TicketData, style: TextStyle): number {
  const ofTitle = style.size + 7 + textHeight(pdf, concert.title, width, style);
  return ofTitle + 18 + textHeight(pdf, concert.subtitle, width, subtitleStyle);
}

/** Returns the baseline of the last line. */
function drawTitle(
  document: TaggedPdf,
  { concert }: TicketData,
  style: TextStyle,
  from: number,
): number {
  const { pdf, root } = document;
  let last = from + style.size + 7;
  part(document, root, 'H1', () => {
    last = write(pdf, concert.title, { x: left, baseline: last, width }, style);
  });
  part(document, root, 'P', () => {
    last = write(pdf, concert.subtitle, { x: left, baseline: last + 18, width }, subtitleStyle);
  });
  return last;
}

interface InfoRow {
  name: string;
  words: string;
  style: TextStyle;
  /** The width of the widest label. */
  labelWidth: number;
}

function infoRows({ pdf }: TaggedPdf, data: TicketData): InfoRow[] {
  const { language, concert } = data;
  const t = pickTexts(documentTexts, language);
  const doors = minutesBefore(concert.startsAt, DOORS_MINUTES);
  const address = `${concert.street}, ${concert.postalCode} ${concert.city}`;
  const price = formatMoney(data.priceCents, language);
  const strong: TextStyle = { ...value, font: sansBold };
  const rows: [name: string, words: string, style: TextStyle][] = [
    [t.begin, formatTime(concert.startsAt, language), strong],
    [t.doors, formatTime(doors, language), value],
    [t.venue, `${concert.venue}\n${address}`, value],
    [
      t.ticketType,
      data.priceCents === 0 ? data.ticketType : `${data.ticketType}, ${price}`,
      strong,
    ],
    ...(data.ticketNote === null
      ? []
      : [['', data.ticketNote, note] satisfies [string, string, TextStyle]]),
    [t.holder, data.holder, value],
    [t.orderNumber, data.orderNo, strong],
  ];
  const labelWidth = Math.max(...rows.map(([name]) => widthOf(pdf, name, ticketLabel))) + 8;
  return rows.map(([name, words, style]) => ({ name, words, style, labelWidth }));
}

/** The height from the subtitle to the last row. */
function infoHeight({ pdf }: TaggedPdf, rows: InfoRow[]): number {
  const heights = rows.map(
    ({ words, style, labelWidth, name }) =>
      (name === '' ? 12 : 16) + textHeight(pdf, words, columnWidth - labelWidth, style),
  );
  return heights.reduce((sum, height) => sum + height, 30 + 8);
}

function drawInfoBlock(
  document: TaggedPdf,
  data: TicketData,
  rows: InfoRow[],
  below: number,
): void {
  const { pdf, root } = document;
  let baseline = below + 30;
  part(document, root, 'P', () => {
    const day = formatDay(data.concert.startsAt, data.language);
    baseline = write(pdf, day, { x: left, baseline, width: columnWidth }, dayStyle);
  });
  baseline += 8;
  for (const { name, words, style, labelWidth } of rows) {
    part(document, root, 'P', () => {
      baseline += name === '' ? 12 : 16;
      if (name !== '') write(pdf, name, { x: left, baseline, width: labelWidth }, ticketLabel);
      const place = { x: left + labelWidth, baseline, width: columnWidth - labelWidth };
      baseline = write(pdf, words, place, style);
    });
  }
}

function drawCode(document: TaggedPdf, data: TicketData, below: number): void {
  const { pdf, root } = document;
  const t = pickTexts(documentTexts, data.language);
  // the white margin of the code extends beyond the column
  const x = right - qrSize + mm(3.4);
  const y = below + 10;
  part(document, root, 'Figure', () => drawQr(pdf, data.code, { x, y, size: qrSize }), {
    alt: t.qrAlt,
    bbox: [x, y, x + qrSize, y + qrSize],
  });
  part(document, root, 'P', () => {
    // in groups of eight, so that it can be typed when no reader works
    const words = (data.code.match(/.{1,8}/g) ?? []).join(' ');
    const place = { x: x + mm(3.4), baseline: y + qrSize + 4, width: qrSize - mm(6.8) };
    write(pdf, words, place, {
      font: sans,
      size: 5,
      color: ink2,
      leading: 1.35,
      hasTabularFigures: true,
    });
  });
}

/** Width of the white margin that readers need around a code, in modules. */
const QUIET_ZONE_MODULES = 4;

/** Draws a QR code of this size in points including its margin; adjacent modules of a row are one rectangle. */
function drawQr(
  pdf: Pdf,
  words: string,
  { x, y, size }: { x: number; y: number; size: number },
): void {
  const { data, size: modules } = encode(words, {
    ecc: 'M',
    boostEcc: true,
    border: QUIET_ZONE_MODULES,
  });
  pdf.rect(x, y, size, size).fill(paper);
  pdf
    .save()
    .translate(x, y)
    .scale(size / modules);
  data.forEach((row, r) => {
    for (let c = 0; c < modules; c++) {
      if (row[c] !== true) continue;
      const start = c;
      while (row[c + 1] === true) c++;
      pdf.rect(start, r, c - start + 1, 1);
    }
  });
  pdf.fill(ink).restore();
}

/** Draws the day's number with its month, large on the festival's ground, where it has no drawings. */
function drawLargeDay(
  pdf: Pdf,
  { concert, language, ground }: TicketData,
  frame: PlateFrame,
): void {
  pdf.rect(frame.x, frame.y, frame.width, frame.height).fill(ground);
  const baseline = frame.y + frame.height - mm(9);
  const size = frame.height * 0.86;
  const number = String(berlinParts(concert.startsAt).day);
  const style: TextStyle = { font: display, size, leading: 1, tracking: -0.04 };
  write(pdf, number, { x: left - size * 0.04, baseline, width }, style);
  const month = formatMonth(concert.startsAt, language);
  const place = { x: left + widthOf(pdf, number, style) + 10, baseline, width };
  write(pdf, month, place, { font: displayItalic, size: 26, leading: 1 });
}

/** Few different plates are needed at a time, even in a rush. */
const MAX_CACHED_PLATES = 40;
const recordings = new Map<string, PlateRecording>();

/** In pixels. */
const PLATE_WIDTH = 480;

/** Draws the concert's cover into the frame, as vectors. Each thread computes the cover of a concert once. */
function drawTicketPlate(pdf: Pdf, concert: PlateConcert, frame: PlateFrame): void {
  const key = JSON.stringify([concert, frame]);
  const recording = recordings.get(key) ?? record(concert, frame);
  recordings.delete(key);
  recordings.set(key, recording);
  const [oldest] = recordings.keys();
  if (recordings.size > MAX_CACHED_PLATES && oldest !== undefined) recordings.delete(oldest);
  placePlate(pdf, recording);
}

function record(concert: PlateConcert, frame: PlateFrame): PlateRecording {
  const height = Math.round((PLATE_WIDTH * frame.height) / frame.width);
  return recordPlate(drawCover(concert, { width: PLATE_WIDTH, height }), frame);
}
