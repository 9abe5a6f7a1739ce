const TEXTS = {
  card: { de: 'Kartendaten (Testbetrieb)', en: 'Card details (test mode)' },
  authentication: {
    de: 'Authentifizierung (Testbetrieb)',
    en: 'Complete authentication (test mode)',
  },
  offline: {
    de: 'Der Zahlungsdienst ist nicht erreichbar. Bitte versuchen Sie es erneut.',
    en: 'The payment service cannot be reached. Please try again.',
  },
};

/** The language of a locale such as 'de-AT'; 'auto' asks the browser. */
function languageOf(locale) {
  const name = !locale || locale === 'auto' ? navigator.language : locale;
  return /^de\b/i.test(name) ? 'de' : 'en';
}

/** A text in the language of a locale. */
export const textOf = (name, locale) => TEXTS[name][languageOf(locale)];

/** The error when the sandbox cannot be reached. */
export const offline = (locale) => ({
  type: 'api_connection_error',
  message: textOf('offline', locale),
});
