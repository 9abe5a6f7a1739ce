import { defineTexts } from './define-texts.ts';

/** The payment step. */
export const paymentTexts = defineTexts({
  title: { de: 'Prüfen und bezahlen', en: 'Review and pay' },
  addressTitle: { de: 'Adresse', en: 'Address' },
  deliveryTitle: { de: 'Versand', en: 'Delivery' },
  editAddress: { de: 'Adresse ändern', en: 'Edit address' },
  editDelivery: { de: 'Versand ändern', en: 'Edit delivery' },
  editCart: { de: 'Warenkorb ändern', en: 'Edit cart' },
  byEmail: {
    de: (p: { email: string }) => `Sofort per E-\u2060Mail an ${p.email}`,
    en: (p: { email: string }) => `Immediately by email to ${p.email}`,
  },
  boxoffice: {
    de: 'Liegt ab 30\u00A0Minuten vor Beginn an der Abendkasse bereit.',
    en: 'Ready to collect at the box office from 30\u00A0minutes before the concert.',
  },
  postal: {
    de: 'Prioritätsbrief an die Adresse oben, binnen 24\u00A0Stunden bearbeitet.',
    en: 'Priority letter to the address above, processed within 24\u00A0hours.',
  },

  cardTitle: { de: 'Zahlung mit Karte', en: 'Payment by card' },
  freeTitle: { de: 'Zahlung', en: 'Payment' },
  freeText: {
    de: 'Diese Bestellung kostet nichts; eine Karte brauchen Sie nicht.',
    en: 'This order is free of charge; no card is needed.',
  },
  hostedText: {
    de: 'Mit der Bestellung kommen Sie auf die Seite unseres Zahlungsdienstes. Dort geben Sie Ihre Karte an, danach geht es hier weiter.',
    en: 'You will enter your card details on our payment provider’s page and then return here.',
  },
  cardLoading: { de: 'Kartenfelder laden', en: 'Loading the card form' },
  cardFailed: {
    de: 'Die Kartenfelder des Zahlungsdienstes konnten nicht geladen werden, vielleicht wegen eines Inhaltsblockers in Ihrem Browser. Es wurde nichts abgebucht.',
    en: 'The payment provider’s card form could not be loaded, perhaps because of a content blocker in your browser. You have not been charged.',
  },
  withdrawal: {
    de: 'Für Konzertkarten zu festen Terminen besteht kein Widerrufsrecht (§\u202F312g Abs.\u202F2 Nr.\u202F9 BGB).',
    en: 'There is no right of withdrawal for concert tickets, as their date is fixed (§\u202F312g (2) No.\u202F9 of the German Civil Code, BGB).',
  },
  termsBefore: { de: 'Es gelten unsere', en: 'Our' },
  terms: { de: 'Allgemeinen Geschäftsbedingungen', en: 'terms and conditions' },
  termsAfter: { de: '.', en: ' apply.' },
  newWindow: { de: '(öffnet ein neues Fenster)', en: '(opens a new window)' },
  pay: { de: 'Zahlungspflichtig bestellen', en: 'Order and pay' },
  payFree: { de: 'Kostenlos bestellen', en: 'Order free of charge' },

  busyTitle: { de: 'Zahlung läuft', en: 'Payment in progress' },
  stillConfirming: {
    de: 'Ihre Zahlung wird noch bestätigt. Bitte lassen Sie diese Seite offen.',
    en: 'Your payment is still being confirmed. Please keep this page open.',
  },
  processingTitle: {
    de: 'Ihre Zahlung wird noch bestätigt',
    en: 'Your payment is still being confirmed',
  },
  processingText: {
    de: 'Das dauert meist nur einen Moment. Bitte zahlen Sie nicht noch einmal.',
    en: 'This usually takes only a moment. Please do not pay again.',
  },
  errorTitle: { de: 'Fehler!', en: 'Error!' },
  friendlyError: {
    de: 'Die Zahlung hat nicht geklappt, es wurde nichts abgebucht. Bitte versuchen Sie es noch einmal.',
    en: 'The payment did not go through and you have not been charged. Please try again.',
  },
  changedElsewhere: {
    de: 'Die Bestellung wurde an anderer Stelle geändert, es wurde nichts abgebucht. Bitte prüfen Sie sie und zahlen Sie dann.',
    en: 'Your order was changed in another window and you have not been charged. Please check it, then pay.',
  },
  unknownTitle: {
    de: 'Wir wissen noch nicht, ob Ihre Zahlung angekommen ist',
    en: 'We do not know yet whether your payment has arrived',
  },
  unknownText: {
    de: 'Unser Server ist gerade nicht zu erreichen. Bitte zahlen Sie nicht noch einmal, sondern lassen Sie uns erneut nachfragen.',
    en: 'Our server cannot be reached at the moment. Please do not pay again; check again instead.',
  },
  askAgain: { de: 'Erneut prüfen', en: 'Check again' },
  refundedTitle: { de: 'Der Betrag wird erstattet', en: 'The amount is being refunded' },
  blockedTitle: { de: 'Die Zahlung kann noch nicht beginnen', en: 'You cannot pay yet' },
  toDetails: { de: 'Zu Ihren Angaben', en: 'Go to your details' },
  toConcerts: { de: 'Zu den Konzerten', en: 'See all concerts' },
});

/** Messages of the payment step on the next page. Only the server reads these. */
export const paymentFlashTexts = defineTexts({
  changed: {
    de: 'Ihre Bestellung hat sich inzwischen geändert. Bitte prüfen Sie sie noch einmal.',
    en: 'Your order has changed in the meantime. Please check it again.',
  },
  ordered: {
    de: 'Ihre Zahlung ist angekommen und Ihre Bestellung ist gespeichert. Wenn Sie eine E-\u2060Mail-Adresse angegeben haben, kommt die Bestätigung per E-\u2060Mail.',
    en: 'Your payment has arrived and your order has been saved. If you gave an email address, we will email you the confirmation.',
  },
  processing: {
    de: 'Ihre Zahlung wird noch bestätigt. Bitte zahlen Sie nicht noch einmal.',
    en: 'Your payment is still being confirmed. Please do not pay again.',
  },
  unknown: {
    de: 'Wir wissen noch nicht, ob Ihre Zahlung angekommen ist. Bitte zahlen Sie nicht noch einmal, wir fragen weiter nach.',
    en: 'We do not yet know whether your payment has arrived. Please do not pay again; we will keep checking.',
  },
  unpaid: {
    de: 'Die Zahlung hat nicht geklappt, es wurde nichts abgebucht.',
    en: 'The payment did not go through and you have not been charged.',
  },
});
