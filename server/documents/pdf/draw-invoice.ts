import { formatDate, formatDay } from '#contract/format.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { documentTexts } from '#messages/documents.ts';
import type { CancellationData, InvoiceData } from './document-data.ts';
import { drawNotes, drawOrderLines, drawTotals } from './draw-order-lines.ts';
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
import { display, mm, textFont } from '../../drawing/pdf/theme.ts';
import {
  closeTaggedPdf,
  openTaggedPdf,
  part,
  type TaggedPdf,
  write,
} from '../../drawing/pdf/tagged-pdf.ts';

/** The VAT of 7 % included in a gross amount, in cents. */
export function vatIn(grossCents: number): number {
  return grossCents - Math.round(grossCents / 1.07);
}

const titleBaseline = mm(106);

/** Draws the invoice with everything that § 14 UStG requires, on A4. */
export async function drawInvoice(data: InvoiceData): Promise<Uint8Array> {
  const t = pickTexts(documentTexts, data.language);
  const document = open(data, t.invoice);
  const from = drawTitle(document, t.invoice, t.invoiceIntro);
  const y = drawOrderLines(document, from, {
    ...data,
    describe: t.supplyDate,
    extras: postage(data, t),
    sign: 1,
  });
  const below = drawTotals(
    document,
    y,
    totals(data, data.totalCents, vatIn(data.totalCents), t.total),
    data.language,
  );
  const paid =
    data.totalCents === 0
      ? t.free
      : t.paidByCard({ date: formatDate(data.orderedAt, data.language) });
  drawNotes(document, below, [...taxNotes(data, t), paid]);
  drawFeet(document, data.seller, data.language);
  return await closeTaggedPdf(document);
}

/** Draws the invoice that cancels another one, whole or in part (product.md 12). */
export async function drawCancellation(data: CancellationData): Promise<Uint8Array> {
  const t = pickTexts(documentTexts, data.language);
  const document = open(data, t.cancellation);
  const earlier = {
    number: data.cancels.number,
    date: formatDate(data.cancels.issuedAt, data.language),
  };
  const isPart = data.refundedCents !== listedCents(data);
  const from = drawTitle(
    document,
    t.cancellation,
    isPart ? t.partialIntro(earlier) : t.cancellationIntro(earlier),
  );
  const partial = [{ name: t.partialRefund, cents: data.refundedCents }];
  const y = drawOrderLines(document, from, {
    language: data.language,
    concerts: isPart ? data.concerts.map((concert) => ({ ...concert, lines: [] })) : data.concerts,
    describe: t.supplyDate,
    extras: isPart ? partial : postage(data, t),
    sign: -1,
  });
  // the tax of the rest before, less that of the rest after: the parts add up to the tax of the invoice
  const restCents = data.totalCents - data.earlierCents;
  const vat = vatIn(restCents) - vatIn(restCents - data.refundedCents);
  const rows = totals(data, -data.refundedCents, -vat, t.refunded);
  const below = drawTotals(document, y, rows, data.language);
  drawNotes(document, below, [
    ...taxNotes(data, t),
    ...(data.isReturnedByBank ? [t.returnedByBank] : []),
    ...(data.isRefundedToCard ? [t.refundedToCard] : []),
  ]);
  drawFeet(document, data.seller, data.language);
  return await closeTaggedPdf(document);
}

type Texts = ReturnType<typeof pickTexts<typeof documentTexts>>;
type Either = InvoiceData | CancellationData;

function open(data: Either, kind: string): TaggedPdf {
  const t = pickTexts(documentTexts, data.language);
  const document = openTaggedPdf({
    language: data.language,
    title: `${kind} ${data.number}`,
    author: data.seller.name,
    size: pageSize,
    margins: pageMargins,
    createdAt: new Date(data.issuedAt),
  });
  drawHead(document, data.seller);
  drawAddress(document, data.seller, data.buyer);
  drawInfoBlock(document, [
    [t.invoiceNumber, data.number],
    [t.invoiceDate, formatDate(data.issuedAt, data.language)],
    [t.orderNumber, data.orderNo],
    [t.orderDate, formatDay(data.orderedAt, data.language)],
  ]);
  return document;
}

/** Returns the y below title and introduction. */
function drawTitle(document: TaggedPdf, title: string, intro: string): number {
  const { pdf, root } = document;
  const place = { x: left, width };
  part(document, root, 'H1', () => {
    write(
      pdf,
      title,
      { ...place, baseline: titleBaseline },
      { font: display, size: 34, leading: 1, tracking: -0.018 },
    );
  });
  let last = titleBaseline;
  part(document, root, 'P', () => {
    last = write(
      pdf,
      intro,
      { ...place, baseline: titleBaseline + 24 },
      { font: textFont, size: 12, leading: 1.35 },
    );
  });
  return last + 20;
}

/** A note of one's own may change between invoice and cancellation, so both leave it out. */
export function postage(
  { deliveryCents, postalNote }: Pick<Either, 'deliveryCents' | 'postalNote'>,
  t: Pick<Texts, 'postage' | 'postageNote'>,
) {
  if (deliveryCents === 0) return [];
  const note = postalNote === null ? { note: t.postageNote } : {};
  return [{ name: t.postage, ...note, cents: deliveryCents }];
}

function listedCents(data: Either): number {
  const lines = data.concerts.flatMap((concert) => concert.lines);
  return lines.reduce((sum, sold) => sum + sold.quantity * sold.priceCents, data.deliveryCents);
}

/** With tax: net, tax, total; otherwise the total alone. Amounts are signed. */
function totals(data: Either, grossCents: number, vat: number, label: string) {
  const total = { label, cents: grossCents };
  if (data.tax !== 'reduced' || grossCents === 0) return [total];
  const t = pickTexts(documentTexts, data.language);
  return [{ label: t.net, cents: grossCents - vat }, { label: t.vat, cents: vat }, total];
}

function taxNotes(data: Either, t: Texts): string[] {
  return [data.tax === 'exempt' ? `${data.taxNote} ${t.exemptNote}` : data.taxNote];
}
