import { defineTexts } from './define-texts.ts';

/** The checkout: delivery details and delivery method. */
export const checkoutTexts = defineTexts({
  title: { de: 'Ihre Angaben', en: 'Your details' },
  waysLegend: { de: 'Wie möchten Sie bestellen?', en: 'How would you like to order?' },
  asGuest: { de: 'Als Gast', en: 'As a guest' },
  asGuestText: {
    de: 'Ohne Passwort, in zwei Minuten fertig.',
    en: 'No password needed, done in two minutes.',
  },
  register: { de: 'Konto anlegen', en: 'Create an account' },
  registerText: {
    de: 'Karten und Rechnungen später wiederfinden.',
    en: 'Find your tickets and invoices again later.',
  },
  login: { de: 'Ich habe ein Konto', en: 'I have an account' },
  loginText: { de: 'Anmelden und Adresse übernehmen.', en: 'Log in and use your saved address.' },

  loginTitle: { de: 'Anmelden', en: 'Log in' },
  password: { de: 'Passwort', en: 'Password' },
  logIn: { de: 'Anmelden', en: 'Log in' },
  loggingIn: { de: 'Anmeldung läuft', en: 'Logging in' },
  forgot: { de: 'Passwort vergessen?', en: 'Forgot your password?' },

  addressTitle: { de: 'Adresse', en: 'Address' },
  firstName: { de: 'Vorname', en: 'First name' },
  lastName: { de: 'Nachname', en: 'Last name' },
  street: { de: 'Straße und Hausnummer', en: 'Street and number' },
  zip: { de: 'Postleitzahl', en: 'Postcode' },
  city: { de: 'Ort', en: 'Town or city' },
  country: { de: 'Land', en: 'Country' },
  chooseCountry: { de: 'Bitte wählen', en: 'Please choose' },
  noCountry: { de: 'Kein Land gefunden', en: 'No country found' },
  email: { de: 'E-Mail', en: 'Email' },
  emailHint: {
    de: 'Für Bestätigung und Onlineticket',
    en: 'For your confirmation and online tickets',
  },
  emailHintGuest: {
    de: 'Freiwillig, für Bestätigung und Onlineticket',
    en: 'Optional, for your confirmation and online tickets',
  },
  passwordHint: { de: 'Mindestens 10\u00A0Zeichen', en: 'At least 10\u00A0characters' },
  passwordConfirmation: { de: 'Passwort wiederholen', en: 'Repeat password' },
  zipShort: {
    de: (p: { missing: number }) =>
      `Deutsche Postleitzahlen haben fünf Ziffern, hier ${p.missing === 1 ? 'fehlt eine' : `fehlen ${p.missing}`}.`,
    en: (p: { missing: number }) =>
      `German postcodes have five digits, ${p.missing === 1 ? 'one is' : `${p.missing} are`} missing here.`,
  },
  zipOdd: {
    de: 'Deutsche Postleitzahlen haben fünf Ziffern. Bitte sehen Sie noch einmal nach.',
    en: 'German postcodes have five digits. Please check.',
  },

  toDelivery: { de: 'Weiter zum Versand', en: 'Continue to delivery' },
  save: { de: 'Angaben speichern', en: 'Save details' },
  saving: { de: 'Wird gespeichert', en: 'Saving' },
  saved: { de: 'Ihre Angaben sind gespeichert.', en: 'Your details have been saved.' },
  edit: { de: 'Ändern', en: 'Edit' },
  cancel: { de: 'Abbrechen', en: 'Cancel' },
  saveFailed: {
    de: 'Ihre Angaben konnten nicht gespeichert werden',
    en: 'Your details could not be saved',
  },
  loginInstead: { de: 'Mit diesem Konto anmelden', en: 'Log in to this account' },

  methodsLegend: {
    de: 'Wie kommen die Karten zu Ihnen?',
    en: 'How would you like to receive your tickets?',
  },
  onlineText: {
    de: 'Sofort per E-\u2060Mail, zum Ausdrucken oder Vorzeigen.',
    en: 'Immediately by email, to print or show on your phone.',
  },
  boxofficeText: {
    de: 'Liegt ab 30\u00A0Minuten vor Beginn bereit.',
    en: 'Ready to collect from 30\u00A0minutes before the concert.',
  },
  postalText: {
    de: 'Prioritätsbrief innerhalb Deutschlands, binnen 24\u00A0Stunden bearbeitet.',
    en: 'Priority letter within Germany, processed within 24\u00A0hours.',
  },
  needsEmail: {
    de: 'Dafür brauchen wir Ihre E-\u2060Mail-Adresse.',
    en: 'For this we need your email address.',
  },
  giveEmail: { de: 'E-Mail angeben', en: 'Add an email address' },
  methodFailed: {
    de: 'Der Versand konnte nicht gewählt werden',
    en: 'This delivery method could not be chosen',
  },
  saveFirst: {
    de: 'Bitte speichern Sie zuerst Ihre geänderten Angaben.',
    en: 'Please save your changes first.',
  },
  toPayment: { de: 'Weiter zur Zahlung', en: 'Continue to payment' },
  backToCart: { de: 'Zurück zum Warenkorb', en: 'Back to cart' },
});
