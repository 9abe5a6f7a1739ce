import { defineTexts } from './define-texts.ts';

/** Messages that may appear on every page (product.md 8). */
export const platformTexts = defineTexts({
  conflict: { de: 'Konflikt festgestellt', en: 'Conflict detected' },
  missingPermissions: { de: 'Fehlende Berechtigung', en: 'Missing Permissions' },
  internalServerError: { de: 'Interner Serverfehler', en: 'Internal Server Error' },
  serviceUnavailable: { de: 'Dienst nicht verfügbar', en: 'Service Unavailable' },
  offline: {
    de: 'Keine Verbindung. Bitte prüfen Sie Ihr Netz und versuchen Sie es noch einmal.',
    en: 'No connection. Please check your network and try again.',
  },
  retry: { de: 'Noch einmal versuchen', en: 'Try again' },
  loading: { de: 'Lädt', en: 'Loading' },
  takesLonger: { de: 'Dauert länger als sonst.', en: 'This is taking longer than usual.' },
  dismiss: { de: 'Meldung schließen', en: 'Dismiss message' },
  errorPrefix: { de: 'Fehler: ', en: 'Error: ' },
  errorTitle: { de: 'Das hat nicht geklappt', en: 'That did not work' },
  notFoundTitle: { de: 'Diesen Gipfel gibt es nicht.', en: 'There is no such summit.' },
  notFoundText: {
    de: 'Die Seite, die Sie suchen, steht auf keiner unserer Karten. Die Konzerte schon.',
    en: 'The page you are looking for is on none of our maps. The concerts are.',
  },
  toConcerts: { de: 'Zu den Konzerten', en: 'To the concerts' },
  toHome: { de: 'Zur Startseite', en: 'To the home page' },
});
