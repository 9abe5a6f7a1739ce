import { formatDate, formatDay } from '#contract/format.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { documentTexts } from '#messages/documents.ts';
import { display, mm, textFont } from '../../drawing/pdf/theme.ts';
import {
  closeTaggedPdf,
  openTaggedPdf,
  part,
  write,
  type TaggedPdf,
} from '../../drawing/pdf/tagged-pdf.ts';
import type { ConfirmationData, TicketData } from './document-data.ts';
import { drawTicketPage, ticketMargins, ticketSize } from './draw-ticket.ts';
import {
  drawAddress,
  drawHead,
  drawInfoBlock,
  left,
  pageMargins,
  pageSize,
  width,
} from './letterhead.ts';

/** A postal order: the data of its cover page, and its valid tickets. */
export interface PostalOrder {
  cover: Omit<ConfirmationData, 'kind' | 'terms' | 'termsVersion' | 'email'>;
  tickets: TicketData[];
}

const titleBaseline = mm(112);
const body = { font: textFont, size: 11.5, leading: 1.4 } as const;

/**
 * Draws orders to print and post: for each a cover page for a window envelope (DIN 5008, form B) with a list of the
 * contents, then its tickets, a page each (A5), or four small ones on a page of A4.
 */
export async function drawPostalOrders(
  orders: [PostalOrder, ...PostalOrder[]],
  isSparing: boolean,
): Promise<Uint8Array> {
  const [{ cover: first }] = orders;
  const t = pickTexts(documentTexts, first.language);
  const document = openTaggedPdf({
    language: first.language,
    title: t.postalTitle,
    author: first.seller.name,
    size: pageSize,
    margins: pageMargins,
    createdAt: new Date(first.orderedAt),
  });
  orders.forEach(({ cover, tickets }, index) => {
    if (index > 0) document.pdf.addPage({ size: pageSize, margins: pageMargins });
    drawCover(document, cover, tickets);
    tickets.forEach((ticket, at) => {
      if (isSparing) return drawSmallTicket(document, ticket, at % TICKETS_PER_PAGE);
      document.pdf.addPage({ size: ticketSize, margins: ticketMargins });
      drawTicketPage(document, ticket);
    });
  });
  return await closeTaggedPdf(document);
}

const TICKETS_PER_PAGE = 4;

/** Draws a ticket into its quarter of a page, the first one on a new page. */
function drawSmallTicket(document: TaggedPdf, ticket: TicketData, at: number): void {
  const { pdf } = document;
  if (at === 0) pdf.addPage({ size: pageSize, margins: ticketMargins });
  pdf.save();
  pdf.translate(((at % 2) * pageSize[0]) / 2, (Math.floor(at / 2) * pageSize[1]) / 2);
  pdf.scale(pageSize[0] / 2 / ticketSize[0]);
  drawTicketPage(document, ticket);
  pdf.restore();
}

function drawCover(document: TaggedPdf, cover: PostalOrder['cover'], tickets: TicketData[]): void {
  const { pdf, root } = document;
  const { language, seller, buyer, orderNo, orderedAt } = cover;
  const t = pickTexts(documentTexts, language);
  drawHead(document, seller);
  drawAddress(document, seller, buyer);
  drawInfoBlock(document, [
    [t.orderNumber, orderNo],
    [t.orderDate, formatDate(orderedAt, language)],
  ]);
  const place = { x: left, width };
  part(document, root, 'H1', () => {
    const style = { font: display, size: 27, leading: 1.05, tracking: -0.018 } as const;
    write(pdf, t.postalTitle, { ...place, baseline: titleBaseline }, style);
  });
  let baseline = titleBaseline + 30;
  for (const line of [t.postalIntro, ...listContents(cover, tickets), t.postalClosing]) {
    part(document, root, 'P', () => {
      baseline = write(pdf, line, { ...place, baseline }, body) + 22;
    });
  }
}

/** A line for each ticket type of each concert, void tickets left out. */
function listContents({ language }: PostalOrder['cover'], tickets: TicketData[]): string[] {
  const counts = new Map<string, number>();
  for (const { concert, ticketType } of tickets) {
    const line = `${ticketType}: ${concert.title}, ${formatDay(concert.startsAt, language)}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return Array.from(counts, ([line, count]) => `${count} × ${line}`);
}
