import { defineTexts } from '../define-texts.ts';

/** The audit log (office.md 11); exact texts where office.md quotes them. */
export const auditTexts = defineTexts({
  time: { de: 'Zeit', en: 'Time' },
  who: { de: 'Wer', en: 'Who' },
  what: { de: 'Was', en: 'What' },
  onWhat: { de: 'Woran', en: 'On what' },
  details: { de: 'Einzelheiten', en: 'Details' },
  field: { de: 'Feld', en: 'Field' },
  before: { de: 'Vorher', en: 'Before' },
  after: { de: 'Nachher', en: 'After' },
  network: { de: 'Netz', en: 'Network' },
  from: { de: 'Von', en: 'From' },
  to: { de: 'Bis', en: 'To' },
  thing: { de: 'Bestellnummer oder Konzert', en: 'Order number or concert' },
  others: {
    de: 'Kommandozeile oder nicht angemeldet',
    en: 'Command line or not signed in',
  },
  commandLine: {
    de: (p: { user: string }) => `Kommandozeile (${p.user})`,
    en: (p: { user: string }) => `Command line (${p.user})`,
  },
  nothingYet: {
    de: 'Noch kein Eintrag. Jede Änderung im Büro steht später hier.',
    en: 'No entries yet. Every change made in the office will appear here.',
  },
  nothingHere: { de: 'Noch kein Eintrag.', en: 'No entries yet.' },
});
