import { postage } from './draw-invoice.ts';
import { formatDate, formatDayAndTime } from '#contract/format.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { documentTexts } from '#messages/documents.ts';
import type { ConfirmationData } from './document-data.ts';
import { drawStave } from '../../drawing/pdf/draw-mark.ts';
import { drawNotes, drawOrderLines, drawTotals, ensureRoom } from './draw-order-lines.ts';
import {
  drawAddress,
  drawInfoBlock,
  drawFeet,
  drawHead,
  left,
  pageMargins,
  pageSize,
  width,
} from './letterhead.ts';
import { display, mm, sansBold, textFont } from '../../drawing/pdf/theme.ts';
import {
  closeTaggedPdf,
  decorate,
  textHeight,
  openTaggedPdf,
  part,
  type TaggedPdf,
  type TextStyle,
  write,
} from '../../drawing/pdf/tagged-pdf.ts';

const titleBaseline = mm(106);
const heading: TextStyle = { font: display, size: 19, leading: 1.1 };
const termsHeading: TextStyle = { font: sansBold, size: 9.5, leading: 1.3 };
const termsBody: TextStyle = { font: textFont, size: 9.5, leading: 1.38 };

/** Draws the order with the accepted terms, on A4, for the buyer's records (api.md, Payment and order). */
export async function drawConfirmation(data: ConfirmationData): Promise<Uint8Array> {
  const t = pickTexts(documentTexts, data.language);
  const document = openTaggedPdf({
    language: data.language,
    title: `${t.confirmation} ${data.orderNo}`,
    author: data.seller.name,
    size: pageSize,
    margins: pageMargins,
    createdAt: new Date(data.orderedAt),
  });
  drawHead(document, data.seller);
  drawAddress(document, data.seller, data.buyer);
  drawInfoBlock(document, [
    [t.orderNumber, data.orderNo],
    [t.orderDate, formatDayAndTime(data.orderedAt, data.language)],
    ...(data.email === null ? [] : [[t.email, data.email] satisfies [string, string]]),
  ]);
  let y = drawTitle(document, data);
  y = drawOrderLines(document, y, {
    ...data,
    describe: t.when,
    extras: postage(data, t),
    sign: 1,
    hasPrices: !data.isComplimentary,
  });
  if (!data.isComplimentary) {
    y = drawTotals(document, y, [{ label: t.total, cents: data.totalCents }], data.language);
    y = drawNotes(document, y, [data.taxNote]);
  }
  y = drawSection(document, y, t.delivery, [deliveryText(data)]);
  y = drawSection(document, y, t.withdrawal, [t.withdrawalText]);
  const version = formatDate(data.termsVersion, data.language);
  y = drawSection(document, y, t.terms, [t.termsAccepted({ version })]);
  if (data.terms !== null) drawTerms(document, y, data.terms);
  drawFeet(document, data.seller, data.language);
  return await closeTaggedPdf(document);
}

function drawTitle(document: TaggedPdf, data: ConfirmationData): number {
  const { pdf, root } = document;
  const t = pickTexts(documentTexts, data.language);
  part(document, root, 'H1', () => {
    const style = { font: display, size: 34, leading: 1, tracking: -0.018 } as const;
    write(pdf, t.confirmation, { x: left, baseline: titleBaseline, width }, style);
  });
  let last = titleBaseline;
  part(document, root, 'P', () => {
    const date = formatDate(data.orderedAt, data.language);
    const words = t.confirmationIntro({ name: data.seller.name, date });
    const place = { x: left, baseline: titleBaseline + 24, width };
    last = write(pdf, words, place, { font: textFont, size: 12, leading: 1.35 });
  });
  return last + 20;
}

function deliveryText(data: ConfirmationData): string {
  const t = pickTexts(documentTexts, data.language);
  switch (data.deliveryMethod) {
    case 'onlineticket':
      return t.deliveryOnline;
    case 'postal':
      return t.deliveryPostal({ note: data.postalNote ?? t.handling });
    case 'boxoffice':
      return t.deliveryBoxoffice({ orderNo: data.orderNo });
  }
}

function drawSection(
  document: TaggedPdf,
  from: number,
  title: string,
  paragraphs: string[],
): number {
  const { pdf, root } = document;
  const style: TextStyle = { font: textFont, size: 11, leading: 1.4 };
  let y = ensureRoom(document, from + 14, 60);
  part(document, root, 'H2', () => {
    y = write(pdf, title, { x: left, baseline: y + 18, width }, heading);
  });
  for (const words of paragraphs) {
    part(document, root, 'P', () => {
      y = write(pdf, words, { x: left, baseline: y + 18, width: mm(130) }, style);
    });
  }
  return y;
}

/** The terms are in German, whatever the document's language. */
function drawTerms(
  document: TaggedPdf,
  from: number,
  terms: NonNullable<ConfirmationData['terms']>,
): void {
  const { pdf, root } = document;
  let y = ensureRoom(document, from + 18, 80);
  decorate(document, () => {
    drawStave(pdf, { x: left, y, width });
  });
  y += 18;
  for (const section of terms.sections) {
    y = ensureRoom(document, y, 50);
    part(
      document,
      root,
      'H3',
      () => {
        y = write(pdf, section.heading, { x: left, baseline: y + 16, width }, termsHeading);
      },
      { lang: 'de' },
    );
    for (const paragraph of section.paragraphs) {
      y = ensureRoom(document, y, 18 + textHeight(pdf, paragraph, width, termsBody));
      part(
        document,
        root,
        'P',
        () => {
          y = write(pdf, paragraph, { x: left, baseline: y + 14, width }, termsBody) + 3;
        },
        { lang: 'de' },
      );
    }
  }
}
