import { defineTexts } from '../define-texts.ts';

/** Import and export of the programme (office.md 10); quoted from there. */
export const programmeImportTexts = defineTexts({
  export: { de: 'Exportieren', en: 'Export' },
  exportText: {
    de: 'Alle Konzerte, Stammdaten und Texte in einer YAML-Datei, auch Entwürfe. Sie lässt sich wieder importieren; Fotos sind nicht darin.',
    en: 'All concerts, lists and texts in one YAML file, drafts included. It can be imported again; photographs are not in it.',
  },
  import: { de: 'Importieren', en: 'Import' },
  importText: {
    de: 'Zuerst sehen Sie, was sich ändern würde; geändert wird noch nichts. Ein Konzert, das in der Datei fehlt, würde zurückgezogen.',
    en: 'First you see what would change; nothing changes yet. A concert that the file leaves out would be withdrawn.',
  },
  file: { de: 'YAML-Datei', en: 'YAML file' },
  fileHint: { de: 'Höchstens 5 MB.', en: 'At most 5 MB.' },
  kept: {
    de: (p: { name: string }) =>
      `Die Datei „${p.name}“ ist noch da. Bitte importieren Sie sie noch einmal, oder wählen Sie eine andere.`,
    en: (p: { name: string }) =>
      `The file “${p.name}” is still here. Please import it again, or choose another one.`,
  },
  noFile: { de: 'Bitte eine YAML-Datei wählen.', en: 'Please choose a YAML file.' },
  tooLarge: {
    de: 'Die Datei ist zu groß: höchstens 5 MB.',
    en: 'The file is too large: at most 5 MB.',
  },
  preview: { de: 'Was sich ändern würde', en: 'What would change' },
  previewOf: {
    de: (p: { name: string }) => `Aus „${p.name}“. Noch ist nichts geändert.`,
    en: (p: { name: string }) => `From “${p.name}”. Nothing has changed yet.`,
  },
  nothing: {
    de: 'Nichts hat sich geändert. In der Datei steht, was schon gespeichert ist.',
    en: 'Nothing has changed. The file says what is stored already.',
  },
  isNew: { de: 'neu', en: 'new' },
  fields: {
    de: (p: { count: number }) => (p.count === 1 ? '1 Feld' : `${p.count} Felder`),
    en: (p: { count: number }) => (p.count === 1 ? '1 field' : `${p.count} fields`),
  },
  other: { de: 'Andere Datei wählen', en: 'Choose another file' },
  apply: { de: 'Übernehmen', en: 'Apply' },
  changed: {
    de: 'Das Programm hat sich inzwischen geändert. Bitte prüfen Sie noch einmal, was sich ändern würde.',
    en: 'The programme has changed in the meantime. Please check again what would change.',
  },
});

/** The parts of a programme besides its concerts. */
export const programmePartTexts = defineTexts({
  festival: { de: 'Festival und Seiten', en: 'Festival and pages' },
  venues: { de: 'Orte', en: 'Venues' },
  composers: { de: 'Komponisten', en: 'Composers' },
  instruments: { de: 'Instrumente', en: 'Instruments' },
  ticketTypes: { de: 'Kartenarten', en: 'Ticket types' },
  legal: { de: 'Rechtliche Texte', en: 'Legal texts' },
});
