/** Texts of the frames and Stripe's messages to buyers, German beside English. */
const TEXTS = {
  testHint: {
    de: 'Es wird kein Geld abgebucht. Testkarte: 4242\u00A04242\u00A04242\u00A04242, ein künftiges Datum, drei beliebige Ziffern.',
    en: 'No money is taken. Test card: 4242\u00A04242\u00A04242\u00A04242, any future date, any three digits.',
  },
  // The labels are English in both languages, as the tests know them; German readers get a hint.
  numberHint: { de: 'Kartennummer', en: '' },
  expiryHint: { de: 'Monat / Jahr', en: '' },
  cvcHint: { de: 'Prüfnummer', en: '' },
  authenticationHint: {
    de: 'So fragt Ihre Bank im Echtbetrieb nach. »Complete« bestätigt die Zahlung, »Fail« lehnt sie ab.',
    en: 'This is where your bank would ask you. “Complete” confirms the payment, “Fail” refuses it.',
  },
  incomplete_number: {
    de: 'Die Kartennummer ist unvollständig.',
    en: 'Your card number is incomplete.',
  },
  incorrect_number: {
    de: 'Die Kartennummer ist ungültig.',
    en: 'Your card number is invalid.',
  },
  incomplete_expiry: {
    de: 'Das Ablaufdatum der Karte ist unvollständig.',
    en: "Your card's expiration date is incomplete.",
  },
  invalid_expiry_month: {
    de: 'Der Ablaufmonat der Karte ist ungültig.',
    en: "Your card's expiration month is invalid.",
  },
  invalid_expiry_year_past: {
    de: 'Das Ablaufdatum der Karte liegt in der Vergangenheit.',
    en: "Your card's expiration date is in the past.",
  },
  incomplete_cvc: {
    de: 'Die Prüfnummer (CVC) ist unvollständig.',
    en: "Your card's security code is incomplete.",
  },
  card_declined: { de: 'Ihre Karte wurde abgelehnt.', en: 'Your card was declined.' },
  insufficient_funds: {
    de: 'Ihre Karte hat nicht genügend Deckung.',
    en: 'Your card has insufficient funds.',
  },
  test_mode_live_card: {
    de: 'Ihre Karte wurde abgelehnt: Im Testbetrieb gelten nur Testkarten.',
    en: 'Your card was declined. Your request was in test mode, but used a non test card.',
  },
  expired_card: { de: 'Ihre Karte ist abgelaufen.', en: 'Your card has expired.' },
  incorrect_cvc: {
    de: 'Die Prüfnummer (CVC) Ihrer Karte ist falsch.',
    en: "Your card's security code is incorrect.",
  },
  processing_error: {
    de: 'Bei der Verarbeitung Ihrer Karte ist ein Fehler aufgetreten. Versuchen Sie es in Kürze erneut.',
    en: 'An error occurred while processing your card. Try again in a little bit.',
  },
  payment_intent_authentication_failure: {
    de: 'Ihre Karte konnte nicht authentifiziert werden. Bitte wählen Sie eine andere Zahlungsmethode und versuchen Sie es erneut.',
    en: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
  offline: {
    de: 'Der Zahlungsdienst ist nicht erreichbar. Bitte versuchen Sie es erneut.',
    en: 'The payment service cannot be reached. Please try again.',
  },
};

/** The language of a locale such as 'de-AT'; 'auto' or none asks the browser. */
export function languageOf(locale) {
  const name = !locale || locale === 'auto' ? navigator.language : locale;
  return /^de\b/i.test(name) ? 'de' : 'en';
}

/** A text by its name. */
export function textOf(name, language) {
  return TEXTS[name][language];
}

/** An error of the API in the buyer's language, where it is meant for buyers. */
export function translateError(error, language) {
  const text = TEXTS[error.decline_code] ?? TEXTS[error.code];
  return text ? { ...error, message: text[language] } : error;
}

/** Fills the elements with `data-text` and sets the language of the page. */
export function fillTexts(language) {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-text]')) {
    element.textContent = textOf(element.dataset.text, language);
  }
}
