import { defineTexts } from '../define-texts.ts';

/** Box-office list and post (office.md 7.6, 7.7); exact texts where office.md quotes them. */
export const boxOfficeTexts = defineTexts({
  title: { de: 'Kassenliste', en: 'Box-office list' },
  name: { de: 'Name', en: 'Name' },
  orderNo: { de: 'Bestellnummer', en: 'Order number' },
  delivery: { de: 'Versandart', en: 'Delivery' },
  note: { de: 'Hinweis', en: 'Note' },
  total: { de: 'Summe', en: 'Total' },
  count: {
    de: (p: { tickets: string; orders: string }) =>
      `${p.tickets} gültige ${p.tickets === '1' ? 'Karte' : 'Karten'} in ${p.orders} ${p.orders === '1' ? 'Bestellung' : 'Bestellungen'}`,
    en: (p: { tickets: string; orders: string }) =>
      `${p.tickets} valid ${p.tickets === '1' ? 'ticket' : 'tickets'} in ${p.orders} ${p.orders === '1' ? 'order' : 'orders'}`,
  },
  madeAt: {
    de: (p: { time: string }) => `Stand: ${p.time}`,
    en: (p: { time: string }) => `As of ${p.time}`,
  },
  printList: { de: 'Liste drucken', en: 'Print list' },
  printTickets: { de: 'Karten drucken', en: 'Print tickets' },
  none: {
    de: 'Noch keine gültige Karte. Sobald jemand Karten kauft, stehen hier die Namen.',
    en: 'No valid tickets yet. Buyers appear here as soon as they have bought tickets.',
  },

  dispatch: { de: 'Postversand', en: 'Post' },
  dispatchIntro: {
    de: 'Bezahlte Bestellungen mit Postversand, die älteste zuerst. Drucken Sie die Karten mit Adressblatt, und tragen Sie ein, was verschickt ist.',
    en: 'Paid orders to be sent by post, oldest first. Print the tickets with an address sheet, then mark what has been sent.',
  },
  number: { de: 'Nummer', en: 'Number' },
  time: { de: 'Zeit', en: 'Time' },
  city: { de: 'Ort', en: 'City' },
  tickets: { de: 'Karten', en: 'Tickets' },
  waiting: { de: 'Wartet', en: 'Waiting' },
  concert: { de: 'Konzert', en: 'Concert' },
  selectAll: { de: 'Alle auswählen', en: 'Select all' },
  hours: {
    de: (p: { hours: number }) => `seit ${p.hours} ${p.hours === 1 ? 'Stunde' : 'Stunden'}`,
    en: (p: { hours: number }) => `for ${p.hours} ${p.hours === 1 ? 'hour' : 'hours'}`,
  },
  late: { de: 'Überfällig', en: 'Overdue' },
  print: { de: 'Drucken', en: 'Print' },
  printSparingly: { de: 'Sparsam drucken', en: 'Print sparingly' },
  markSent: { de: 'Als verschickt eintragen', en: 'Mark as sent' },
  sentUndone: {
    de: (p: { count: number }) =>
      `Rückgängig gemacht: ${p.count === 1 ? 'Eine Bestellung wartet' : `${p.count} Bestellungen warten`} wieder auf die Post.`,
    en: (p: { count: number }) =>
      `Undone: ${p.count === 1 ? 'one order is waiting' : `${p.count} orders are waiting`} to be posted again.`,
  },
  allSent: { de: 'Alles verschickt.', en: 'Everything has been sent.' },
  printed: {
    de: (p: { count: number }) => (p.count === 1 ? 'Eine Bestellung.' : `${p.count} Bestellungen.`),
    en: (p: { count: number }) => (p.count === 1 ? 'One order.' : `${p.count} orders.`),
  },
});
