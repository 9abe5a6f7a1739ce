import { defineTexts } from '../define-texts.ts';

/** Forms of the office and the messages of their fields (office.md 1, Forms); quoted from office.md. */
export const formTexts = defineTexts({
  errors: { de: 'Bitte prüfen Sie Ihre Angaben', en: 'Please check your entries' },
  optional: {
    de: (p: { label: string }) => `${p.label} (freiwillig)`,
    en: (p: { label: string }) => `${p.label} (optional)`,
  },
  missing: { de: 'Bitte ausfüllen.', en: 'Please fill this in.' },
  oneOf: {
    de: (p: { values: readonly string[] }) => `Bitte eines von diesen: ${p.values.join(', ')}.`,
    en: (p: { values: readonly string[] }) => `Must be one of ${p.values.join(', ')}.`,
  },
  email: {
    de: 'Diese E-Mail-Adresse ist nicht gültig.',
    en: 'This email address is not valid.',
  },
  country: {
    de: 'Kein gültiges Land. Bitte das Kürzel mit zwei Buchstaben angeben, etwa AT.',
    en: 'Not a valid country. Please enter its two-letter code, such as AT.',
  },
  number: {
    de: (p: { min: number; max: number }) => `Bitte eine ganze Zahl von ${p.min} bis ${p.max}.`,
    en: (p: { min: number; max: number }) => `Please a whole number from ${p.min} to ${p.max}.`,
  },
  decimal: {
    de: (p: { min: number; max: number }) => `Bitte eine Zahl von ${p.min} bis ${p.max}.`,
    en: (p: { min: number; max: number }) => `Please a number from ${p.min} to ${p.max}.`,
  },
  money: {
    de: '0 oder mindestens 0,50 Euro, höchstens zwei Stellen.',
    en: '0 or at least 0.50 euros, two decimals at most.',
  },
  tooLong: {
    de: (p: { max: number }) => `Höchstens ${p.max} Zeichen.`,
    en: (p: { max: number }) => `At most ${p.max} characters.`,
  },
  day: { de: 'Kein gültiger Tag.', en: 'Not a valid day.' },
  time: { de: 'Keine gültige Uhrzeit.', en: 'Not a valid time.' },
  entriesSaved: {
    de: 'Ihre Eingaben sind noch da. Bitte prüfen und noch einmal absenden.',
    en: 'Your entries are still here. Please check and send again.',
  },
  sendAgain: {
    de: 'Das ist noch nicht geschehen. Bitte noch einmal absenden.',
    en: 'This has not been done yet. Please send it again.',
  },
  nothingChanged: { de: 'Nichts geändert.', en: 'Nothing changed.' },
  changed: {
    de: 'Inzwischen hat jemand dieselben Angaben geändert; gespeichert ist von Ihnen noch nichts. Bitte prüfen und noch einmal absenden.',
    en: 'Somebody has changed the same entries in the meantime; yours have not been saved yet. Please check them and send the form again.',
  },
  changedTo: {
    de: (p: { value: string }) =>
      `Inzwischen geändert in „${p.value}“. Ihr Eintrag gilt, wenn Sie noch einmal absenden.`,
    en: (p: { value: string }) =>
      `Changed to “${p.value}” in the meantime. Your entry will be used if you send again.`,
  },
  emptied: {
    de: 'Inzwischen geleert. Ihr Eintrag gilt, wenn Sie noch einmal absenden.',
    en: 'Emptied in the meantime. Your entry will be used if you send again.',
  },
  german: { de: 'Deutsch', en: 'German' },
  english: { de: 'Englisch', en: 'English' },
  undo: { de: 'Rückgängig', en: 'Undo' },
});
