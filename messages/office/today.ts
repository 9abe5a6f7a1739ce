import type { OrderState } from '../../contract/office/today-queries.ts';
import { defineTexts } from '../define-texts.ts';

/** The first page (office.md 4); exact texts where office.md quotes them. */
export const todayTexts = defineTexts({
  salesToday: { de: 'Verkauf heute', en: 'Sales today' },
  figure: { de: 'Zahl', en: 'Figure' },
  today: { de: 'Heute', en: 'Today' },
  yesterday: { de: 'Gestern', en: 'Yesterday' },
  week: { de: 'Letzte 7 Tage', en: 'Last 7 days' },
  ticketsSold: { de: 'Verkaufte Karten', en: 'Tickets sold' },
  revenue: { de: 'Umsatz', en: 'Revenue' },
  refunds: { de: 'Erstattungen', en: 'Refunds' },
  refundCount: {
    de: (p: { n: number }) => (p.n === 1 ? '1 Erstattung' : `${p.n} Erstattungen`),
    en: (p: { n: number }) => (p.n === 1 ? '1 refund' : `${p.n} refunds`),
  },
  concerts: { de: 'Konzerte', en: 'Concerts' },
  past: { de: 'Vergangene', en: 'Past' },
  concert: { de: 'Konzert', en: 'Concert' },
  sold: { de: 'Verkauft', en: 'Sold' },
  elsewhere: { de: 'davon anderswo', en: 'of these elsewhere' },
  held: { de: 'Reserviert', en: 'Held' },
  free: { de: 'Frei', en: 'Free' },
  capacity: { de: 'Kontingent', en: 'Capacity' },
  sum: { de: 'Summe', en: 'Total' },
  freeEntry: { de: 'Eintritt frei', en: 'Free' },
  noSale: { de: 'kein Verkauf', en: 'no sale' },
  taken: {
    de: (p: { title: string; n: number; m: number }) => `${p.title}: ${p.n} von ${p.m} vergeben`,
    en: (p: { title: string; n: number; m: number }) => `${p.title}: ${p.n} of ${p.m} taken`,
  },
  noConcerts: {
    de: 'Noch kein Konzert im Programm.',
    en: 'There is no concert in the programme yet.',
  },
  recentOrders: { de: 'Neueste Bestellungen', en: 'Recent orders' },
  allOrders: { de: 'Alle Bestellungen', en: 'All orders' },
  noOrders: {
    de: 'Noch keine Bestellung. Die erste steht in dem Augenblick hier, in dem sie bezahlt ist.',
    en: 'No order yet. The first one appears here the moment it is paid.',
  },
  number: { de: 'Nummer', en: 'Number' },
  time: { de: 'Zeit', en: 'Time' },
  name: { de: 'Name', en: 'Name' },
  tickets: { de: 'Karten', en: 'Tickets' },
  total: { de: 'Betrag', en: 'Total' },
  state: { de: 'Zustand', en: 'State' },
  toDo: { de: 'Zu tun', en: 'To do' },
  nothingToDo: { de: 'Nichts zu tun.', en: 'Nothing to do.' },
  toOrder: {
    de: (p: { no: string }) => `Bestellung ${p.no}`,
    en: (p: { no: string }) => `Order ${p.no}`,
  },
  boxOfficeLists: { de: 'Kassenlisten', en: 'Box-office lists' },
  boxOfficeList: { de: 'Kassenliste', en: 'Box-office list' },
  venue: { de: 'Ort', en: 'Venue' },
});

/** The states of an order (office.md 7.1). */
export const orderStateTexts = defineTexts({
  disputed: { de: 'Angefochten', en: 'Disputed' },
  'refund-failed': { de: 'Erstattung gescheitert', en: 'Refund failed' },
  cancelled: { de: 'Storniert', en: 'Cancelled' },
  'partly-cancelled': { de: 'Teilweise storniert', en: 'Partly cancelled' },
  free: { de: 'Kostenlos', en: 'Free' },
  paid: { de: 'Bezahlt', en: 'Paid' },
} satisfies Record<OrderState, { de: string; en: string }>);
