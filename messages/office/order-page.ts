import { defineTexts } from '../define-texts.ts';

/** The page of an order and its actions (office.md 7.2, 7.3); exact texts where office.md quotes them. */
export const orderPageTexts = defineTexts({
  tickets: { de: 'Karten', en: 'Tickets' },
  ticket: { de: 'Karte', en: 'Ticket' },
  concert: { de: 'Konzert', en: 'Concert' },
  date: { de: 'Datum', en: 'Date' },
  type: { de: 'Art', en: 'Type' },
  price: { de: 'Preis', en: 'Price' },
  state: { de: 'Zustand', en: 'State' },
  action: { de: 'Aktion', en: 'Action' },
  valid: { de: 'gültig', en: 'valid' },
  void: { de: 'ungültig', en: 'void' },
  replaced: { de: 'ersetzt', en: 'replaced' },
  admitted: { de: 'eingelassen', en: 'admitted' },
  reissue: { de: 'Neu ausstellen', en: 'Reissue' },
  reissueTitle: { de: 'Karte neu ausstellen', en: 'Reissue ticket' },
  oneVoid: {
    de: 'Der bisherige Code dieser einen Karte ist sofort ungültig.',
    en: 'The previous code of this one ticket becomes void at once.',
  },
  onePlace: {
    de: 'Eine neue Karte gleicher Art zum gleichen Preis nimmt ihren Platz ein. Rechnung und Erlös bleiben, wie sie sind.',
    en: 'A new ticket of the same type and price takes its place. Invoice and revenue stay as they are.',
  },
  'reissue-onlineticket': {
    de: 'Die neue Karte geht per Mail hinaus.',
    en: 'The new ticket is sent by mail.',
  },
  reissueWithoutEmail: {
    de: 'Die Bestellung hat keine E‑Mail-Adresse. Bitte drucken Sie die neue Karte und geben Sie sie weiter.',
    en: 'The order has no email address. Please print the new ticket and hand it over.',
  },
  'reissue-postal': {
    de: 'Die Bestellung steht wieder unter „Postversand“, bis die neue Karte verschickt ist.',
    en: 'The order is back on the list “Post” until the new ticket has been sent.',
  },
  'reissue-boxoffice': {
    de: 'Die neue Karte liegt an der Abendkasse.',
    en: 'The new ticket is collected at the box office.',
  },
  endLinks: {
    de: 'Bisherige Links zur Bestellung und zu ihren Dokumenten beenden',
    en: 'End the earlier links to the order and its documents',
  },
  back: { de: 'Zurück zur Bestellung', en: 'Back to the order' },
  reissued: {
    de: (p: { ticket: number; newTicket: number }) =>
      `Karte ${p.ticket} ist ungültig, Karte ${p.newTicket} nimmt ihren Platz ein.`,
    en: (p: { ticket: number; newTicket: number }) =>
      `Ticket ${p.ticket} is void, ticket ${p.newTicket} takes its place.`,
  },

  payment: { de: 'Zahlung', en: 'Payment' },
  amount: { de: 'Betrag', en: 'Amount' },
  postage: { de: 'davon Versand', en: 'of this postage' },
  card: { de: 'Bezahlt mit', en: 'Paid with' },
  intent: { de: 'Zahlungsnummer', en: 'Payment id' },
  ordered: { de: 'Bestellt', en: 'Ordered' },
  owed: { de: 'Noch geschuldet', en: 'Still owed' },
  refundable: { de: 'Noch erstattbar', en: 'Refundable' },
  requested: { de: 'Beauftragt', en: 'Requested' },
  'refund-requested-state': { de: 'unterwegs', en: 'on its way' },
  'refund-done-state': { de: 'erstattet', en: 'refunded' },
  'refund-failed-state': { de: 'gescheitert', en: 'failed' },
  'refund-again-state': { de: 'gescheitert, noch einmal erstattet', en: 'failed, refunded again' },
  'refund-by-hand-state': { de: 'gescheitert, von Hand erledigt', en: 'failed, settled by hand' },
  'refund-dashboard-state': {
    de: 'gescheitert, beim Zahlungsdienst erstattet',
    en: 'failed, refunded at the payment provider',
  },
  refund: { de: 'Erstattung', en: 'Refund' },
  refundAction: { de: 'Erstatten', en: 'Refund' },
  takeBackTickets: { de: 'Zurücknehmen', en: 'Take back' },
  'refund-dispute-state': {
    de: 'gescheitert, durch die Anfechtung zurückgegeben',
    en: 'failed, returned by the dispute',
  },
  disputed: {
    de: 'Diese Zahlung wird angefochten. Die Bank hat das Geld schon; bitte nicht erstatten, sondern im Dashboard von Stripe antworten.',
    en: 'This payment is disputed. The bank has already taken the money back. Please do not refund it; respond in the Stripe dashboard.',
  },
  disputeLost: {
    de: 'Die Anfechtung dieser Zahlung ist verloren. Das Geld ist bei der Käuferin oder dem Käufer; der Shop zahlt es nicht noch einmal.',
    en: 'The dispute over this payment was lost. The buyer already has the money back; the shop will not refund it again.',
  },
  moneyWentBack: {
    de: 'Geld ging zurück, ohne dass Karten ungültig wurden.',
    en: 'Money was returned, but no ticket was made void.',
  },
  decideTickets: {
    de: 'Sollen die Karten gültig bleiben?',
    en: 'Should the tickets stay valid?',
  },
  keepTickets: { de: 'Karten gelten lassen', en: 'Keep the tickets valid' },
  voidTickets: { de: 'Karten ungültig machen', en: 'Make tickets void' },
  ticketsKept: { de: 'Die Karten bleiben gültig.', en: 'The tickets stay valid.' },
  failedText: {
    de: (p: { amount: string }) =>
      `${p.amount} sind nicht angekommen. Die Stornorechnung besteht schon; es wird keine zweite geschrieben.`,
    en: (p: { amount: string }) =>
      `${p.amount} did not arrive. The cancellation invoice already exists; no second one will be issued.`,
  },
  refundAgain: { de: 'Noch einmal erstatten', en: 'Refund again' },
  retryEffects: {
    de: 'Der Zahlungsdienst bekommt den Auftrag noch einmal. Scheitert er wieder, steht die Zahlung erneut in der Liste.',
    en: 'The request is sent to the payment provider again. If that fails too, the payment is listed again.',
  },
  settleByHand: { de: 'Von Hand erledigt', en: 'Settled by hand' },
  settleEffects: {
    de: (p: { amount: string }) =>
      `${p.amount} gelten als bezahlt; die Erstattung steht nicht mehr unter den gescheiterten.`,
    en: (p: { amount: string }) =>
      `${p.amount} counts as paid; the refund is no longer listed as failed.`,
  },
  settleMoney: {
    de: 'Der Shop überweist nichts und schreibt keine Mail. Bitte überweisen Sie zuerst und tragen es dann hier ein.',
    en: 'The shop does not transfer any money or send any mail. Please transfer the money first, then record it here.',
  },
  failed: { de: 'Gescheitert', en: 'Failed' },
  failure: { de: 'Warum', en: 'Why' },
  backToOrders: { de: 'Zurück zu den Bestellungen', en: 'Back to the orders' },
  day: { de: 'Tag', en: 'Day' },
  way: { de: 'Weg', en: 'Way' },
  wayHint: { de: 'zum Beispiel Überweisung', en: 'for example bank transfer' },
  note: { de: 'Notiz', en: 'Note' },
  settledOn: {
    de: (p: { day: string; amount: string; how: string }) => `am ${p.day}: ${p.amount}, ${p.how}`,
    en: (p: { day: string; amount: string; how: string }) => `on ${p.day}: ${p.amount}, ${p.how}`,
  },
  futureDay: {
    de: 'Dieser Tag liegt in der Zukunft.',
    en: 'This day is in the future.',
  },

  documents: { de: 'Rechnungen und Dokumente', en: 'Invoices and documents' },
  document: { de: 'Dokument', en: 'Document' },
  made: { de: 'Angelegt', en: 'Created' },
  beingMade: { de: 'wird erstellt', en: 'being made' },
  missing: { de: 'fehlt', en: 'missing' },
  makeAgain: { de: 'Neu anlegen', en: 'Make again' },
  documentsFollow: {
    de: 'Sie sind in einigen Sekunden da.',
    en: 'They will be there in a few seconds.',
  },

  contact: { de: 'Kontakt', en: 'Contact' },
  nameAtDoor: { de: 'Name am Einlass', en: 'Name at the door' },
  email: { de: 'E-Mail', en: 'Email' },
  language: { de: 'Sprache', en: 'Language' },
  german: { de: 'Deutsch', en: 'German' },
  english: { de: 'Englisch', en: 'English' },
  doorNote: { de: 'Hinweis für den Einlass', en: 'Note for the door' },
  address: { de: 'Anschrift', en: 'Address' },
  invoiceTo: { de: 'Rechnung an', en: 'Invoice to' },
  deliveryMethod: { de: 'Versandart', en: 'Delivery' },
  post: { de: 'Briefpost', en: 'Post' },
  postWaiting: { de: 'wartet auf den Versand', en: 'waits to be sent' },
  postedAt: {
    de: (p: { time: string }) => `verschickt: ${p.time}`,
    en: (p: { time: string }) => `sent: ${p.time}`,
  },
  changeContact: { de: 'Kontakt ändern', en: 'Change contact' },
  contactHint: {
    de: 'Gilt ab jetzt für Mails, Listen, Briefpost und neue Karten. Die Rechnung und ihr Empfänger bleiben, wie sie sind.',
    en: 'Applies from now on to mails, lists, post and new tickets. The invoice and its recipient stay as they are.',
  },
  postName: { de: 'Empfänger der Briefpost', en: 'Recipient of the post' },
  postNameHint: {
    de: 'Leer: der Name auf der Rechnung.',
    en: 'Leave empty to use the name on the invoice.',
  },
  street: { de: 'Straße', en: 'Street' },
  zip: { de: 'Postleitzahl', en: 'Postcode' },
  city: { de: 'Stadt', en: 'City' },
  postTo: { de: 'Briefpost an', en: 'Post to' },
  deliveryHint: {
    de: 'Solange keine Karte verschickt oder gemailt ist. Versand wird nie nachberechnet.',
    en: 'As long as no ticket has been posted or mailed. Postage is never charged afterwards.',
  },
  refundPostage: {
    de: (p: { amount: string }) =>
      `Wenn keine Briefpost mehr nötig ist: Versand erstatten, ${p.amount}`,
    en: (p: { amount: string }) => `If nothing is posted any more: refund the postage, ${p.amount}`,
  },
  postageRefunded: {
    de: (p: { amount: string }) => `${p.amount} Versand gehen zurück.`,
    en: (p: { amount: string }) => `${p.amount} of postage will be refunded.`,
  },
  sendTickets: { de: 'Karten jetzt senden', en: 'Send the tickets now' },
  sendMails: { de: 'Mails noch einmal senden', en: 'Send mails again' },
  otherAddress: { de: 'Andere E‑Mail-Adresse', en: 'Another email address' },
  otherAddressHint: {
    de: 'Leer: an die Adresse der Bestellung.',
    en: 'Leave empty to use the order’s address.',
  },
  mailsSent: {
    de: (p: { count: number }) => (p.count === 1 ? 'Eine Mail.' : `${p.count} Mails.`),
    en: (p: { count: number }) => (p.count === 1 ? 'One mail.' : `${p.count} mails.`),
  },

  timeline: { de: 'Verlauf', en: 'Timeline' },
  time: { de: 'Zeit', en: 'Time' },
  what: { de: 'Was', en: 'What' },
  who: { de: 'Wer', en: 'Who' },
  undone: { de: 'rückgängig gemacht', en: 'undone' },
  byShop: { de: 'Shop', en: 'Shop' },

  notes: { de: 'Notizen', en: 'Notes' },
  notesHint: {
    de: 'Nur für das Team; nie gedruckt, gelöscht mit den Daten der Person.',
    en: 'For staff only; never printed, and erased with the person’s data.',
  },
  addNote: { de: 'Notiz hinzufügen', en: 'Add note' },
  takeBack: { de: 'Notiz zurücknehmen', en: 'Take note back' },
  noteAdded: { de: 'Hinzugefügt.', en: 'Added.' },
  noteTakenBack: { de: 'Zurückgenommen.', en: 'Taken back.' },
  noNotes: { de: 'Keine Notizen.', en: 'No notes.' },

  refundTitle: { de: 'Erstatten', en: 'Refund' },
  refundWhat: { de: 'Was soll zurückgehen?', en: 'What should be refunded?' },
  ticketChoice: {
    de: (p: { id: number; concert: string; type: string; price: string }) =>
      [`Karte ${p.id}: ${p.concert}`, p.type, p.price].filter(Boolean).join(', '),
    en: (p: { id: number; concert: string; type: string; price: string }) =>
      [`Ticket ${p.id}: ${p.concert}`, p.type, p.price].filter(Boolean).join(', '),
  },
  postageChoice: {
    de: (p: { price: string }) => `Versand: ${p.price}`,
    en: (p: { price: string }) => `Postage: ${p.price}`,
  },
  whole: { de: 'Ganze Bestellung mit Versand', en: 'Whole order with postage' },
  reason: { de: 'Grund', en: 'Reason' },
  continue: { de: 'Weiter', en: 'Continue' },
  chooseSomething: {
    de: 'Bitte mindestens eine Karte oder die ganze Bestellung ankreuzen.',
    en: 'Please tick at least one ticket or the whole order.',
  },
  consequences: { de: 'Das geschieht', en: 'What will happen' },
  goesBack: {
    de: (p: { amount: string }) => `${p.amount} gehen zurück auf die Karte, mit der bezahlt wurde.`,
    en: (p: { amount: string }) => `${p.amount} will be refunded to the card used for payment.`,
  },
  goesBackTo: {
    de: (p: { amount: string; card: string }) => `${p.amount} gehen zurück auf ${p.card}.`,
    en: (p: { amount: string; card: string }) => `${p.amount} goes back to ${p.card}.`,
  },
  nothingGoesBack: {
    de: 'Kein Geld geht zurück.',
    en: 'No money will be refunded.',
  },
  ticketsVoid: {
    de: (p: { count: number }) =>
      p.count === 1
        ? 'Eine Karte wird ungültig; ihr Platz ist wieder im Verkauf.'
        : `${p.count} Karten werden ungültig; ihre Plätze sind wieder im Verkauf.`,
    en: (p: { count: number }) =>
      p.count === 1
        ? 'One ticket becomes void; its place is on sale again.'
        : `${p.count} tickets become void; their places are on sale again.`,
  },
  cancellationInvoice: {
    de: (p: { year: number }) =>
      `Eine Stornorechnung der Reihe S-${p.year} wird geschrieben; die Käuferin oder der Käufer bekommt sie per Mail.`,
    en: (p: { year: number }) =>
      `A cancellation invoice of the series S-${p.year} is written and mailed to the buyer.`,
  },
  cancellationWithoutEmail: {
    de: (p: { year: number }) =>
      `Eine Stornorechnung der Reihe S-${p.year} wird geschrieben. Die Bestellung hat keine E‑Mail-Adresse; bitte geben Sie sie selbst weiter.`,
    en: (p: { year: number }) =>
      `A cancellation invoice of the series S-${p.year} is written. The order has no email address; please hand it over yourself.`,
  },
  retriedText: {
    de: (p: { amount: string }) => `Davon ${p.amount} noch einmal, ohne neue Stornorechnung.`,
    en: (p: { amount: string }) =>
      `Of this, ${p.amount} is refunded again, without a new cancellation invoice.`,
  },
  refundButton: {
    de: (p: { amount: string }) => `${p.amount} erstatten`,
    en: (p: { amount: string }) => `Refund ${p.amount}`,
  },
  cancelButton: { de: 'Stornieren', en: 'Cancel' },
  changeChoice: { de: 'Auswahl ändern', en: 'Change selection' },
  nothingLeft: {
    de: 'Von dieser Bestellung ist nichts mehr zu erstatten.',
    en: 'There is nothing left to refund on this order.',
  },
  refunded: {
    de: (p: { amount: string; tickets: number }) =>
      p.tickets === 0
        ? `${p.amount}.`
        : `${p.amount}, ${p.tickets === 1 ? 'eine Karte' : `${p.tickets} Karten`} ungültig.`,
    en: (p: { amount: string; tickets: number }) =>
      p.tickets === 0
        ? `${p.amount}.`
        : `${p.amount}, ${p.tickets === 1 ? 'one ticket' : `${p.tickets} tickets`} void.`,
  },
  cannotBeUndone: { de: 'Das lässt sich nicht zurücknehmen.', en: 'This cannot be undone.' },
});

/** The events of an order's timeline (office.md 7.2, Order); quoted from office.md. */
export const orderEventTexts = defineTexts({
  admitted: { de: 'eingelassen', en: 'admitted' },
  carted: { de: 'in den Warenkorb gelegt', en: 'added to cart' },
  'payment-begun': { de: 'Zahlung begonnen', en: 'payment begun' },
  paid: { de: 'bezahlt', en: 'paid' },
  'document-ready': { de: 'Dokument fertig', en: 'document ready' },
  'mail-queued': { de: 'Mail geschrieben', en: 'mail queued' },
  'mail-sent': { de: 'Mail gesandt', en: 'mail sent' },
  'mail-refused': { de: 'Mail abgewiesen', en: 'mail refused' },
  'refund-requested': { de: 'Erstattung beauftragt', en: 'refund requested' },
  'refund-done': { de: 'Erstattung ausgeführt', en: 'refund done' },
  'refund-failed': { de: 'Erstattung gescheitert', en: 'refund failed' },
  dispute: { de: 'Anfechtung', en: 'dispute' },
  'dispute-closed': { de: 'Anfechtung beendet', en: 'dispute closed' },
});
