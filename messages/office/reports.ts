import { defineTexts } from '../define-texts.ts';

/** Columns of the reports; quoted from office.md 9, and 9 for the orders. */
export const reportColumnTexts = defineTexts({
  // sales
  concert: { de: 'Konzert', en: 'Concert' },
  day: { de: 'Tag', en: 'Day' },
  type: { de: 'Kartenart', en: 'Ticket type' },
  sold: { de: 'Verkauft', en: 'Sold' },
  complimentary: { de: 'Freikarten', en: 'Complimentary' },
  cancelled: { de: 'Storniert', en: 'Cancelled' },
  valid: { de: 'Gültig', en: 'Valid' },
  revenue: { de: 'Umsatz', en: 'Revenue' },
  refunded: { de: 'Erstattet', en: 'Refunded' },
  remaining: { de: 'Verbleibt', en: 'Remaining' },
  elsewhere: { de: 'Anderswo verkauft', en: 'Sold elsewhere' },
  // revenue and tax, invoices
  month: { de: 'Monat', en: 'Month' },
  series: { de: 'Art', en: 'Kind' },
  count: { de: 'Anzahl', en: 'Count' },
  firstNo: { de: 'Von Nr.', en: 'From no.' },
  lastNo: { de: 'Bis Nr.', en: 'To no.' },
  gross: { de: 'Brutto', en: 'Gross' },
  net: { de: 'Netto', en: 'Net' },
  tax: { de: 'Steuer', en: 'Tax' },
  taxRate: { de: 'Steuersatz', en: 'Tax rate' },
  ofThisPostage: { de: 'davon Versand', en: 'of this postage' },
  number: { de: 'Nummer', en: 'Number' },
  date: { de: 'Datum', en: 'Date' },
  order: { de: 'Bestellung', en: 'Order' },
  cancels: { de: 'Storniert Rechnung', en: 'Cancels invoice' },
  supply: { de: 'Leistung', en: 'Supply' },
  payment: { de: 'Zahlung', en: 'Payment' },
  refund: { de: 'Erstattung', en: 'Refund' },
  fee: { de: 'Gebühr', en: 'Fee' },
  payout: { de: 'Auszahlung', en: 'Payout' },
  // GEMA
  start: { de: 'Beginn', en: 'Start' },
  venue: { de: 'Ort', en: 'Venue' },
  street: { de: 'Straße', en: 'Street' },
  city: { de: 'Stadt', en: 'City' },
  no: { de: 'Nr.', en: 'No.' },
  composer: { de: 'Komponist', en: 'Composer' },
  years: { de: 'Lebensdaten', en: 'Years' },
  title: { de: 'Titel', en: 'Title' },
  opus: { de: 'Opus', en: 'Opus' },
  catalogueNo: { de: 'Werkverzeichnis', en: 'Catalogue no.' },
  tonality: { de: 'Tonart', en: 'Key' },
  movements: { de: 'Sätze', en: 'Movements' },
  performers: { de: 'Mitwirkende', en: 'Performers' },
  visitors: { de: 'Besucher', en: 'Visitors' },
  prices: { de: 'Preise von bis', en: 'Prices from to' },
  takings: { de: 'Einnahmen', en: 'Takings' },
  // orders, one row per ticket
  time: { de: 'Zeit', en: 'Time' },
  name: { de: 'Name', en: 'Name' },
  email: { de: 'E-Mail', en: 'Email' },
  concertDay: { de: 'Tag', en: 'Date' },
  price: { de: 'Preis', en: 'Price' },
  state: { de: 'Zustand', en: 'State' },
  delivery: { de: 'Versandart', en: 'Delivery' },
  postage: { de: 'Versand', en: 'Postage' },
  invoice: { de: 'Rechnung', en: 'Invoice' },
  cancellation: { de: 'Stornorechnung', en: 'Cancellation invoice' },
});

/** Other texts of the reports; quoted from office.md 9. */
export const reportTexts = defineTexts({
  title: { de: 'Berichte', en: 'Reports' },
  sales: { de: 'Verkauf', en: 'Sales' },
  revenue: { de: 'Umsatz und Steuer', en: 'Revenue and tax' },
  invoices: { de: 'Rechnungen', en: 'Invoices' },
  cancellations: { de: 'Stornorechnungen', en: 'Cancellation invoices' },
  gema: { de: 'Meldung an die GEMA', en: 'Report to GEMA' },
  salesText: {
    de: 'Karten und Einnahmen je Konzert, Tag oder Kartenart.',
    en: 'Tickets and takings by concert, day or ticket type.',
  },
  revenueText: {
    de: 'Die Summen aller Rechnungen je Monat und Steuersatz.',
    en: 'The sums of all invoices by month and tax rate.',
  },
  invoicesText: {
    de: 'Jede Rechnung mit Zahlung, Gebühr und Auszahlung des Zahlungsdienstes.',
    en: 'Every invoice with its payment, and the payment provider’s fee and payout.',
  },
  payoutNote: {
    de: 'Gebühr und Auszahlung holt der Shop nachts vom Zahlungsdienst.',
    en: 'The shop fetches fee and payout from the payment provider at night.',
  },
  grossLessFees: {
    de: (p: { amount: string }) => `Brutto weniger Gebühren: ${p.amount}`,
    en: (p: { amount: string }) => `Gross less fees: ${p.amount}`,
  },
  gemaText: {
    de: 'Eine Datei mit allen gespielten Werken, ihren Konzerten, Besuchern und Einnahmen.',
    en: 'A file with all works performed, their concerts, visitors and takings.',
  },
  salesNote: {
    de: 'Umsatz ist die Summe der Kartenpreise, ohne Versand; mit Versand steht er unter „Umsatz und Steuer“.',
    en: 'Revenue is the sum of the ticket prices, without postage; with postage it is under “Revenue and tax”.',
  },
  groupBy: { de: 'Gruppieren nach', en: 'Group by' },
  madeAt: {
    de: (p: { when: string }) => `Stand: ${p.when}`,
    en: (p: { when: string }) => `As of ${p.when}`,
  },
  sum: { de: 'Summe', en: 'Sum' },
  balance: { de: 'Saldo', en: 'Balance' },
  nothing: { de: 'In diesem Zeitraum gibt es nichts.', en: 'There is nothing in this period.' },
  cut: {
    de: (p: { count: string }) =>
      `Hier stehen die ersten ${p.count} Zeilen; die CSV-Datei enthält alle. Die Summe gilt für alle.`,
    en: (p: { count: string }) =>
      `These are the first ${p.count} rows; the CSV file has all of them. The sum is that of all.`,
  },
  noGaps: { de: 'Lückenlos', en: 'No gaps' },
  gaps: {
    de: (p: { numbers: string }) => `Es fehlen Nummern: ${p.numbers}`,
    en: (p: { numbers: string }) => `Numbers are missing: ${p.numbers}`,
  },
});
