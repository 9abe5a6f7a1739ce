import { defineTexts } from '../define-texts.ts';

/** The four lists that concerts refer to (office.md 5.2); quoted from there. */
export const listTexts = defineTexts({
  new: { de: 'Neuer Eintrag', en: 'New entry' },
  none: {
    de: 'Noch kein Eintrag. Legen Sie den ersten an; dann lässt er sich bei Konzerten wählen.',
    en: 'No entry yet. Add the first one; it can then be chosen for concerts.',
  },
  save: { de: 'Speichern', en: 'Save' },
  seenOn: {
    de: (p: { n: number }) =>
      p.n === 1 ? 'Zu sehen auf 1 Konzertseite' : `Zu sehen auf ${p.n} Konzertseiten`,
    en: (p: { n: number }) =>
      p.n === 1 ? 'Seen on 1 concert page' : `Seen on ${p.n} concert pages`,
  },
  delete: { de: 'Löschen', en: 'Delete' },
  deleteHint: {
    de: 'Gelöscht wird nur, was kein Konzert verwendet. Das lässt sich nicht rückgängig machen.',
    en: 'Only what no concert uses is deleted. This cannot be undone.',
  },
  inUse: {
    de: (p: { list: string }) => `Wird noch verwendet: ${p.list}`,
    en: (p: { list: string }) => `Still in use: ${p.list}`,
  },
});

/** Labels of the lists' fields (office.md 5.2). */
export const listFieldTexts = defineTexts({
  name: { de: 'Name', en: 'Name' },
  description: { de: 'Beschreibung', en: 'Description' },
  accessibility: { de: 'Zugang ohne Stufen', en: 'Step-free access' },
  street: { de: 'Straße', en: 'Street' },
  postalCode: { de: 'Postleitzahl', en: 'Postcode' },
  city: { de: 'Stadt', en: 'City' },
  latitude: { de: 'Breitengrad', en: 'Latitude' },
  longitude: { de: 'Längengrad', en: 'Longitude' },
  born: { de: 'Geburtsjahr', en: 'Year of birth' },
  died: { de: 'Todesjahr', en: 'Year of death' },
  note: { de: 'Hinweis', en: 'Note' },
});
