import { defineTexts } from '../define-texts.ts';
import type { OrderState } from '#contract/office/states.ts';

/** The states of orders (office.md 7.1); quoted from office.md. */
export const orderStateTexts = defineTexts({
  disputed: { de: 'Angefochten', en: 'Disputed' },
  'refund-failed': { de: 'Erstattung gescheitert', en: 'Refund failed' },
  cancelled: { de: 'Storniert', en: 'Cancelled' },
  'dispute-lost': { de: 'Anfechtung verloren', en: 'Dispute lost' },
  'partly-cancelled': { de: 'Teilweise storniert', en: 'Partly cancelled' },
  free: { de: 'Kostenlos', en: 'Free' },
  paid: { de: 'Bezahlt', en: 'Paid' },
} satisfies Record<OrderState, { de: string; en: string }>);

/** Lists of the office (office.md 1, Lists); exact texts where office.md quotes them. */
export const listTexts = defineTexts({
  search: { de: 'Suche', en: 'Search' },
  from: { de: 'Von', en: 'From' },
  to: { de: 'Bis', en: 'To' },
  all: { de: 'Alle', en: 'All' },
  apply: { de: 'Anzeigen', en: 'Show' },
  older: { de: 'Ältere', en: 'Older' },
  newer: { de: 'Neuere', en: 'Newer' },
  pages: { de: 'Seiten', en: 'Pages' },
  asCsv: { de: 'Als CSV', en: 'As CSV' },
  forExcel: { de: 'Für Excel (BOM)', en: 'For Excel (BOM)' },
  reset: { de: 'Filter zurücksetzen', en: 'Reset filters' },
  entries: {
    de: (p: { count: string; isOne: boolean }) => `${p.count} ${p.isOne ? 'Eintrag' : 'Einträge'}`,
    en: (p: { count: string; isOne: boolean }) => `${p.count} ${p.isOne ? 'entry' : 'entries'}`,
  },
  nothingFound: { de: 'Nichts gefunden.', en: 'Nothing found.' },
  moreThan: { de: 'mehr als 1\u202F000', en: 'more than 1,000' },
});

/** Orders, box-office list and post (office.md 7); exact texts where office.md quotes them. */
export const orderOfficeTexts = defineTexts({
  orders: { de: 'Bestellungen', en: 'Orders' },
  order: {
    de: (p: { no: string }) => `Bestellung ${p.no}`,
    en: (p: { no: string }) => `Order ${p.no}`,
  },
  number: { de: 'Nummer', en: 'Number' },
  time: { de: 'Zeit', en: 'Time' },
  name: { de: 'Name', en: 'Name' },
  email: { de: 'E-Mail', en: 'Email' },
  tickets: { de: 'Karten', en: 'Tickets' },
  total: { de: 'Betrag', en: 'Total' },
  state: { de: 'Zustand', en: 'State' },
  concert: { de: 'Konzert', en: 'Concert' },
  moreConcerts: {
    de: (p: { n: number }) => (p.n === 1 ? 'und ein weiteres' : `und ${p.n} weitere`),
    en: (p: { n: number }) => `and ${p.n} more`,
  },
  delivery: { de: 'Versandart', en: 'Delivery' },
  origin: { de: 'Herkunft', en: 'Origin' },
  originShop: { de: 'Shop', en: 'Shop' },
  originComplimentary: { de: 'Freikarte', en: 'Complimentary' },
  documentsMissing: { de: 'Dokumente fehlen', en: 'Documents missing' },
  ticketsUndecided: { de: 'Entscheidung über Karten offen', en: 'Tickets to decide on' },
  donationReturned: { de: 'Spende ging zurück', en: 'Donation was returned' },
  boxoffice: { de: 'Abendkasse', en: 'Box office' },
  postal: { de: 'Briefpost', en: 'Post' },
  onlineticket: { de: 'Online', en: 'Online' },
  count: {
    de: (p: { count: string }) => (p.count === '1' ? 'Eine Bestellung' : `${p.count} Bestellungen`),
    en: (p: { count: string }) => (p.count === '1' ? 'One order' : `${p.count} orders`),
  },
  none: {
    de: 'Noch keine Bestellung. Sobald jemand Karten kauft, steht sie hier; der Verkauf beginnt beim Konzert.',
    en: 'No orders yet. They appear here as soon as somebody buys tickets; the sale is started at the concert.',
  },
  withoutOrder: { de: 'Erstattungen ohne Bestellung', en: 'Refunds without an order' },
  withoutOrderText: {
    de: 'Zu diesen Zahlungen gibt es keine Karten und keine Bestellung, und die Erstattung ist gescheitert. Erstatten Sie noch einmal, hier oder im Dashboard von Stripe. Oder überweisen Sie das Geld und tragen es als „Von Hand erledigt“ ein.',
    en: 'These payments have neither tickets nor an order, and their refund has failed. Refund them again, here or in Stripe’s dashboard. Or transfer the money and record it as “Settled by hand”.',
  },
  payment: { de: 'Zahlung', en: 'Payment' },
  refundNo: { de: 'Nr.', en: 'No.' },
  failedAt: { de: 'Gescheitert', en: 'Failed' },
  action: { de: 'Aktion', en: 'Action' },
  amount: { de: 'Betrag', en: 'Amount' },
});
