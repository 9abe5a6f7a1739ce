import { defineTexts } from '../define-texts.ts';

/** Why a command on orders, mails, messages or subscribers is refused (office.md 7 and 8). */
export const commandProblemTexts = defineTexts({
  invalid: { de: 'Ungültig.', en: 'Not valid.' },
  tooLateToUndo: {
    de: 'Das lässt sich nicht mehr rückgängig machen.',
    en: 'This can no longer be undone.',
  },
  mailNotWaiting: {
    de: 'Diese Mail wartet nicht mehr.',
    en: 'This mail is no longer waiting.',
  },
  mailIsPersonal: {
    de: 'Diese Mail trägt einen persönlichen Link und geht nur an ihre eigene Adresse.',
    en: 'This mail contains a personal link and can only go to its own address.',
  },
  replyOnItsWay: {
    de: 'Die Antwort auf diese Nachricht ist noch unterwegs. Bitte löschen Sie die Nachricht erst, wenn die Antwort gesandt oder verworfen ist.',
    en: 'This message cannot be deleted yet because its reply is still on its way. Please wait until the reply has been sent, or drop it first.',
  },
  messageChanged: {
    de: 'Inzwischen hat jemand diese Nachricht geändert; ihr Zustand bleibt, wie er ist.',
    en: 'Somebody has changed this message in the meantime; its state has not been changed.',
  },
  replySent: {
    de: 'Inzwischen hat jemand diese Nachricht beantwortet; die Antwort steht unter „Bisherige Antworten“. Ihre ist noch nicht gesandt, der Text ist noch da.',
    en: 'Somebody has replied to this message in the meantime; see “Earlier replies”. Your reply has not been sent; its text is still here.',
  },
  mailIsObsolete: {
    de: 'Diese Mail ginge nicht hinaus: Ihr Anlass besteht nicht mehr.',
    en: 'This mail would not be sent: the reason for it no longer applies.',
  },
  nothingTicked: {
    de: 'Bitte mindestens eine Bestellung ankreuzen.',
    en: 'Please tick at least one order.',
  },
  nothingToPrint: {
    de: 'Hier gibt es keine gültigen Karten zu drucken.',
    en: 'There are no valid tickets to print.',
  },
  unknownOrder: {
    de: (p: { no: string }) => `Es gibt keine Bestellung ${p.no}.`,
    en: (p: { no: string }) => `There is no order ${p.no}.`,
  },
  notPostal: {
    de: (p: { no: string }) => `Die Bestellung ${p.no} geht nicht mit der Post.`,
    en: (p: { no: string }) => `Order ${p.no} is not delivered by post.`,
  },
  noValidTicket: {
    de: (p: { no: string }) => `Die Bestellung ${p.no} hat keine gültige Karte.`,
    en: (p: { no: string }) => `Order ${p.no} has no valid ticket.`,
  },
  notWaitingForPost: {
    de: 'Diese Bestellungen warten nicht mehr auf die Post.',
    en: 'These orders are no longer waiting to be posted.',
  },
  refundNotOpen: {
    de: 'Diese Erstattung ist nicht mehr offen.',
    en: 'This refund is no longer open.',
  },
  nothingToRefund: {
    de: 'Von dieser Bestellung ist nichts mehr zu erstatten.',
    en: 'There is nothing left to refund on this order.',
  },
  ticketsNotRefundable: {
    de: 'Einige dieser Karten sind keine gültigen Karten dieser Bestellung mehr.',
    en: 'Some of these tickets are no longer valid tickets of this order.',
  },
  refundTooHigh: {
    de: 'Die Karten sind mehr wert, als von der Zahlung noch nicht erstattet ist.',
    en: 'The tickets are worth more than the amount that has not been refunded yet.',
  },
  refundDisputed: {
    de: 'Diese Zahlung wird angefochten. Bis zur Entscheidung hat die Bank das Geld; erstatten lässt es sich so lange nicht, auch nicht von Hand. Bitte antworten Sie im Dashboard von Stripe.',
    en: 'This payment is disputed. The bank holds the money until it has decided, so it cannot be refunded, not even by hand. Please respond in the Stripe dashboard.',
  },
  nothingToDecide: {
    de: 'Über die Karten dieser Bestellung ist nichts zu entscheiden.',
    en: 'There is nothing to decide about the tickets of this order.',
  },
  refundChanged: {
    de: 'Inzwischen hat sich geändert, was zurückgeht; erstattet wurde nichts. Bitte den neuen Betrag prüfen und noch einmal bestätigen.',
    en: 'The amount to be refunded has changed in the meantime; nothing has been refunded. Please check the new amount and confirm again.',
  },
  ticketsHaveLeft: {
    de: 'Karten dieser Bestellung sind schon verschickt oder gemailt; die Versandart lässt sich nicht mehr ändern.',
    en: 'Tickets of this order have already been posted or mailed; their delivery can no longer be changed.',
  },
  ticketNotReissuable: {
    de: 'Diese Karte gilt nicht mehr; neu ausgestellt werden nur gültige Karten.',
    en: 'This ticket is no longer valid; only valid tickets can be reissued.',
  },
  orderWithoutEmail: {
    de: 'Diese Bestellung hat keine E-Mail-Adresse. Bitte eine angeben.',
    en: 'This order has no email address. Please enter one.',
  },
  documentsAreMade: {
    de: 'Die Dokumente dieser Bestellung entstehen gerade. Bitte gleich noch einmal versuchen.',
    en: 'The documents for this order are being created. Please try again in a moment.',
  },
  noMailApplies: {
    de: 'Zu dieser Bestellung gibt es keine Mail, die noch gilt: Ihre Karten sind storniert.',
    en: 'No mail about this order applies any more: its tickets have been cancelled.',
  },
  noteNotTakenBack: {
    de: 'Diese Notiz kann nicht mehr zurückgenommen werden.',
    en: 'This note can no longer be taken back.',
  },
});
