import { formatDay } from '#contract/format.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { documentTexts } from '#messages/documents.ts';
import { drawRule } from '../../drawing/pdf/draw-mark.ts';
import {
  display,
  line,
  mm,
  sans,
  sansBold,
  textFont,
  textItalic,
} from '../../drawing/pdf/theme.ts';
import {
  closeTaggedPdf,
  decorate,
  openTaggedPdf,
  part,
  type TaggedPdf,
  type TextStyle,
  widthOf,
  write,
} from '../../drawing/pdf/tagged-pdf.ts';
import type { VoidTicketData } from './document-data.ts';
import {
  drawTicketFoot,
  drawTicketHead,
  fitTicketTitle,
  ticketColumn,
  ticketLabel,
  ticketMargins,
  ticketSize,
} from './draw-ticket.ts';

const { left, width } = ticketColumn;
const headingBaseline = mm(66);
const ruleTop = mm(104);
const MAX_TITLE_SIZE = 25;
const headingStyle: TextStyle = { font: display, size: 62, leading: 1, tracking: -0.022 };
const reasonStyle: TextStyle = { font: textFont, size: 13, leading: 1.4 };
const dayStyle: TextStyle = { font: textItalic, size: 13, leading: 1.25 };
const value: TextStyle = { font: sans, size: 10.5, leading: 1.3, hasTabularFigures: true };

/**
 * Draws the page that a void ticket is served as: what it was for and why it is no longer valid. It has no code, and
 * no picture that would let it pass for a ticket from a distance.
 */
export async function drawVoidTicket(data: VoidTicketData): Promise<Uint8Array> {
  const t = pickTexts(documentTexts, data.language);
  const document = openTaggedPdf({
    language: data.language,
    title: t.voidTicketTitle({ concert: data.concert.title, orderNo: data.orderNo }),
    author: data.seller.name,
    size: ticketSize,
    margins: ticketMargins,
    createdAt: new Date(data.orderedAt),
  });
  drawTicketHead(document, data.seller, t.ticket);
  drawHeading(document, data);
  drawConcert(document, data);
  drawTicketFoot(document, data.seller, t.voidTicketQuestions({ email: data.seller.email }));
  return await closeTaggedPdf(document);
}

function drawHeading(document: TaggedPdf, { language, isReplaced }: VoidTicketData): void {
  const { pdf, root } = document;
  const t = pickTexts(documentTexts, language);
  part(document, root, 'H1', () => {
    write(pdf, t.voidTicket, { x: left, baseline: headingBaseline, width }, headingStyle);
  });
  part(document, root, 'P', () => {
    const reason = isReplaced ? t.ticketReplaced : t.ticketCancelled;
    const place = { x: left, baseline: headingBaseline + 36, width: width * 0.8 };
    write(pdf, reason, place, reasonStyle);
  });
}

/** Draws what the ticket was for, below a line. */
function drawConcert(document: TaggedPdf, data: VoidTicketData): void {
  const { pdf, root } = document;
  const { concert, language, orderNo, holder } = data;
  const t = pickTexts(documentTexts, language);
  decorate(document, () => {
    drawRule(pdf, { x: left, y: ruleTop, width }, { color: line, weight: 0.75 });
  });
  const titleStyle = fitTicketTitle(document, concert.title, MAX_TITLE_SIZE);
  let baseline = ruleTop + titleStyle.size + 12;
  part(document, root, 'H2', () => {
    baseline = write(pdf, concert.title, { x: left, baseline, width }, titleStyle);
  });
  part(document, root, 'P', () => {
    const day = formatDay(concert.startsAt, language);
    baseline = write(pdf, day, { x: left, baseline: baseline + 21, width }, dayStyle);
  });
  baseline += 14;
  const rows: [name: string, words: string, style: TextStyle][] = [
    [t.orderNumber, orderNo, { ...value, font: sansBold }],
  ];
  if (holder !== null) rows.push([t.holder, holder, value]);
  const labelWidth = Math.max(...rows.map(([name]) => widthOf(pdf, name, ticketLabel))) + 10;
  for (const [name, words, style] of rows) {
    part(document, root, 'P', () => {
      baseline += 17;
      write(pdf, name, { x: left, baseline, width: labelWidth }, ticketLabel);
      const place = { x: left + labelWidth, baseline, width: width - labelWidth };
      baseline = write(pdf, words, place, style);
    });
  }
}
