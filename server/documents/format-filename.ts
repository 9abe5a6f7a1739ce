import type { Language } from '#contract/language.ts';

/** The fields that a document's file name is made from. */
export interface NamedDocument {
  kind: 'invoice' | 'ticket' | 'confirmation' | 'cancellation';
  order_no: string;
  series: InvoiceSeries | null;
  year: number | null;
  number: number | null;
  /** A ticket's number within its order, from 1. */
  position: number;
}

/** Invoices and cancellation invoices are numbered separately. */
export type InvoiceSeries = 'invoice' | 'cancellation';

/** '2025-000123', or 'S-2025-000007' for a cancellation invoice (clarifications.md, Selling). */
export function formatInvoiceNumber(series: InvoiceSeries, year: number, number: number): string {
  return `${series === 'cancellation' ? 'S-' : ''}${year}-${String(number).padStart(6, '0')}`;
}

/** The file name of a document, in ASCII: 'Rechnung-2025-000123.pdf', 'Karte-K7MA-2XRF-1.pdf'. */
export function formatFilename(document: NamedDocument, language: Language): string {
  const { kind, series, year, number } = document;
  const isGerman = language === 'de';
  if (kind === 'ticket') {
    return `${isGerman ? 'Karte' : 'Ticket'}-${document.order_no}-${document.position}.pdf`;
  }
  if (kind === 'confirmation') {
    return `${isGerman ? 'Bestellung' : 'Order'}-${document.order_no}.pdf`;
  }
  const name = { invoice: ['Rechnung', 'Invoice'], cancellation: ['Storno', 'Cancellation'] }[kind];
  const [word] = isGerman ? name : name.toReversed();
  const ending =
    series === null || year === null || number === null
      ? document.order_no
      : formatInvoiceNumber(series, year, number);
  return `${word}-${ending}.pdf`;
}
