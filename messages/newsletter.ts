import { defineTexts } from './define-texts.ts';

/** The newsletter preferences (product.md 2 and 8). */
export const newsletterTexts = defineTexts({
  title: { de: 'Ihr Newsletter', en: 'Your newsletter' },
  forAddress: { de: 'Einstellungen für', en: 'Preferences for' },
  what: { de: 'Was Sie lesen möchten', en: 'What you would like to receive' },
  general: {
    de: 'Allgemeine Ankündigungen und Newsletter',
    en: 'General announcements and newsletter',
  },
  generalText: {
    de: 'Das neue Programm, der Beginn des Vorverkaufs, selten mehr.',
    en: 'The new programme and the start of ticket sales, rarely more.',
  },
  daily: { de: 'Tägliches Konzertprogramm', en: 'Daily concert programme' },
  dailyText: {
    de: 'Nur an Tagen mit Konzert, morgens um acht.',
    en: 'Only on days with a concert, at eight in the morning.',
  },
  how: { de: 'Auf welchem Weg', en: 'How it reaches you' },
  byEmail: { de: 'Newsletter per E-Mail', en: 'Newsletter by email' },
  byPost: { de: 'Newsletter per Post', en: 'Newsletter by post' },
  byPostText: { de: 'An Ihre Lieferadresse.', en: 'To your delivery address.' },
  noAddress: {
    de: 'Nicht möglich: Bei uns ist keine Anschrift hinterlegt. Sie entsteht mit Ihrer ersten Bestellung als Kundin oder Kunde.',
    en: 'Not available: we do not have your postal address. We save it with your first order as a registered customer.',
  },
  unsubscribeTitle: { de: 'E-Mails abbestellen', en: 'Unsubscribe from emails' },
  unsubscribeText: {
    de: 'Sie erhalten dann weder den Newsletter noch das tägliche Programm. E-\u2060Mails zu Ihren Bestellungen bekommen Sie weiterhin.',
    en: 'You will no longer receive the newsletter or the daily programme. You will still get emails about your orders.',
  },
  unsubscribe: { de: 'E-Mails abbestellen', en: 'Unsubscribe' },
  unsubscribed: {
    de: 'Sie erhalten keinen Newsletter mehr per E-\u2060Mail.',
    en: 'You will receive no more newsletters by email.',
  },
  save: { de: 'Einstellungen speichern', en: 'Save preferences' },
  saving: { de: 'Wird gespeichert', en: 'Saving' },
  saved: { de: 'Ihre Einstellungen sind gespeichert', en: 'Your settings have been saved' },
  saveFailed: { de: 'Fehler beim Speichern', en: 'error when saving the settings' },
  loadFailed: { de: 'Es ist ein Fehler aufgetreten.', en: 'An error has occurred.' },
  loadFailedLink: {
    de: 'Vielleicht ist der Link unvollständig oder veraltet. Den aktuellen finden Sie am Ende jedes täglichen Konzertprogramms oder in Ihrem Bereich.',
    en: 'Perhaps the link is incomplete or out of date. You will find the current one at the bottom of every daily programme and in your personal area.',
  },
  writeToUs: { de: 'Schreiben Sie uns', en: 'Write to us' },
});
