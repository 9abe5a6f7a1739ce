import { defineTexts } from './define-texts.ts';

/** The order confirmation. */
export const orderTexts = defineTexts({
  title: { de: 'Vielen Dank!', en: 'Thank you!' },
  ordered: { de: 'Ihre Bestellung ist eingegangen.', en: 'Your order has been placed.' },
  orderNumber: { de: 'Bestellnummer', en: 'Order number' },
  email: { de: 'E-Mail', en: 'Email' },
  cancelledTitle: { de: 'Storniert', en: 'Cancelled' },
  cancelled: {
    de: 'Diese Bestellung wurde storniert.',
    en: 'This order has been cancelled.',
  },

  partlyCancelled: {
    de: (p: { count: number }) =>
      p.count === 1
        ? 'Eine Karte dieser Bestellung wurde storniert.'
        : `${p.count} Karten dieser Bestellung wurden storniert.`,
    en: (p: { count: number }) =>
      p.count === 1
        ? 'One ticket of this order has been cancelled.'
        : `${p.count} tickets of this order have been cancelled.`,
  },

  nextTitle: { de: 'Wie es weitergeht', en: 'What happens next' },
  nextEmail: {
    de: (p: { email: string }) => `Ihre Bestätigung geht per E-\u2060Mail an ${p.email}.`,
    en: (p: { email: string }) => `We will email your confirmation to ${p.email}.`,
  },
  nextOnline: {
    de: 'Ihre Onlinetickets finden Sie in der E-\u2060Mail und hier auf dieser Seite.',
    en: 'You will find your online tickets in the email and here on this page.',
  },
  nextOnlineShow: {
    de: 'Zeigen Sie am Einlass den QR-Code, ausgedruckt oder auf dem Telefon.',
    en: 'At the entrance, show the QR code, printed or on your phone.',
  },
  nextBoxoffice: {
    de: (p: { number: string }) =>
      `Ihre Karten liegen an der Abendkasse bereit. Nennen Sie dort die Bestellnummer ${p.number}.`,
    en: (p: { number: string }) =>
      `Your tickets will be waiting at the box office. Please quote order number ${p.number}.`,
  },
  nextPostal: {
    de: (p: { note?: string | undefined }) =>
      p.note === undefined
        ? 'Wir bearbeiten Ihre Bestellung innerhalb von 24\u00A0Stunden; die Karten kommen als Prioritätsbrief zu Ihnen.'
        : `Ihre Karten kommen mit der Post. ${p.note}`,
    en: (p: { note?: string | undefined }) =>
      p.note === undefined
        ? 'We process orders within 24\u00A0hours; your tickets will come by priority letter.'
        : `Your tickets will come by post. ${p.note}`,
  },
  nextDoors: {
    de: 'Einlass und Abendkasse öffnen 30\u00A0Minuten vor Beginn, bei freier Platzwahl.',
    en: 'Doors and box office open 30\u00A0minutes before the concert. Seating is unreserved.',
  },
  keepTitle: {
    de: 'Bitte behalten Sie den Link dieser Seite',
    en: 'Please keep the link to this page',
  },
  keepText: {
    de: 'Sie haben keine E-\u2060Mail-Adresse angegeben: Nur über diesen Link kommen Sie wieder zu Bestellung und Dokumenten. Laden Sie am besten auch die Bestätigung herunter.',
    en: 'You did not give an email address, so this link is the only way back to your order and its documents. We recommend downloading the confirmation as well.',
  },

  documentsTitle: { de: 'Ihre Dokumente', en: 'Your documents' },
  invoice: { de: 'Rechnung', en: 'Invoice' },
  confirmation: { de: 'Bestätigung mit AGB', en: 'Confirmation with terms' },
  ticket: {
    de: (p: { number: number }) => `Karte ${p.number}`,
    en: (p: { number: number }) => `Ticket ${p.number}`,
  },
  processing: { de: 'wird verarbeitet', en: 'being processed' },
  invoicePending: { de: 'Rechnung wird erstellt.', en: 'Invoice is being created.' },
  ticketPending: { de: 'Karte wird erstellt.', en: 'Ticket is being created.' },
  ticketsPending: { de: 'Karten werden erstellt.', en: 'Tickets are being created.' },
  download: { de: 'Herunterladen (PDF)', en: 'Download (PDF)' },
  ready: {
    de: (p: { names: string }) => `Fertig: ${p.names}`,
    en: (p: { names: string }) => `Ready: ${p.names}`,
  },
  takesLong: {
    de: 'Das dauert länger als sonst. Ihre Bestellung ist sicher; Sie können diese Seite später wieder öffnen.',
    en: 'This is taking longer than usual. Your order is safe; you can open this page again later.',
  },
  reload: { de: 'Stand neu laden', en: 'Reload' },
  checkAgain: { de: 'Erneut prüfen', en: 'Check again' },

  concertsTitle: { de: 'In Ihren Kalender', en: 'For your calendar' },
  calendar: {
    de: (p: { name: string }) => `»${p.name}« in den Kalender`,
    en: (p: { name: string }) => `Add “${p.name}” to your calendar`,
  },
  accountTitle: { de: 'Nächstes Mal noch schneller', en: 'Even faster next time' },
  accountText: {
    de: 'Mit einem Konto stehen Adresse, Karten und Rechnungen Ihrer nächsten Bestellungen für Sie bereit.',
    en: 'With an account, your address, tickets and invoices will be at hand for your next orders.',
  },
  createAccount: { de: 'Konto anlegen', en: 'Create an account' },

  problemTitle: { de: 'Bestellung nicht verfügbar', en: 'Order not available' },
  documentTitle: { de: 'Dokument nicht verfügbar', en: 'Document not available' },
  documentExpired: {
    de: 'Der Link zu diesem Dokument ist veraltet.',
    en: 'The link to this document is out of date.',
  },
  tokenInvalid: {
    de: 'Der Link zu dieser Bestellübersicht ist veraltet und kann nicht mehr angezeigt werden.',
    en: 'the link to this order summary is out of date and can no longer be viewed',
  },
  notFound: {
    de: 'Die Transaktion zu dieser Bestellung wurde nicht gefunden.',
    en: 'the transaction for this order was not found',
  },
  unexpected: {
    de: 'Ein unerwarteter Fehler ist aufgetreten.',
    en: 'an unexpected error occurred',
  },
  tokenMissing: {
    de: 'Der Link ist unvollständig. Bitte öffnen Sie ihn noch einmal aus Ihrer E-\u2060Mail.',
    en: 'the token is missing',
  },
  problemHelp: {
    de: 'Schreiben Sie uns, wir sehen nach.',
    en: 'Write to us and we will look into it.',
  },
  toContact: { de: 'Zum Kontakt', en: 'Contact us' },
  tryAgain: { de: 'Noch einmal versuchen', en: 'Try again' },
});
