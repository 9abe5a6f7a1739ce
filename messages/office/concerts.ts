import type { Language } from '../../contract/language.ts';
import { defineTexts } from '../define-texts.ts';

/** Concerts of the office (running.md 1 and 2); quoted from there. */
export const concertOfficeTexts = defineTexts({
  title: { de: 'Konzerte', en: 'Concerts' },
  new: { de: 'Neues Konzert', en: 'New concert' },
  none: { de: 'Noch keine Konzerte.', en: 'No concerts yet.' },
  date: { de: 'Datum', en: 'Date' },
  concertTitle: { de: 'Titel', en: 'Title' },
  venue: { de: 'Ort', en: 'Venue' },
  taken: { de: 'Belegt', en: 'Taken' },
  takenOf: {
    de: (p: { taken: string; capacity: string }) => `${p.taken} von ${p.capacity}`,
    en: (p: { taken: string; capacity: string }) => `${p.taken} of ${p.capacity}`,
  },
  overview: { de: 'Stand', en: 'Overview' },
  validTickets: { de: 'Gültige Karten', en: 'Valid tickets' },
  edit: { de: 'Bearbeiten', en: 'Edit' },
  publicPage: { de: 'Seite für Besucher', en: 'Page for visitors' },
  boxOffice: { de: 'Kassenliste', en: 'Box-office list' },
  incomplete: {
    de: 'Zum Veröffentlichen fehlt noch:',
    en: 'Before it can be published:',
  },
  withdrawTitle: { de: 'Konzert zurückziehen', en: 'Withdraw concert' },
  withdrawText: {
    de: 'Das Konzert verschwindet von der Seite und aus dem Verkauf. Verkaufte Karten bleiben gültig; niemand wird benachrichtigt.',
    en: 'The concert disappears from the site and from sale. Tickets already sold stay valid; nobody is notified.',
  },
  ticketsLeft: {
    de: (p: { count: number }) =>
      p.count === 1
        ? 'Für dieses Konzert gibt es 1 gültige Karte.'
        : `Für dieses Konzert gibt es ${p.count} gültige Karten.`,
    en: (p: { count: number }) =>
      p.count === 1
        ? 'There is 1 valid ticket for this concert.'
        : `There are ${p.count} valid tickets for this concert.`,
  },
  delete: { de: 'Entwurf löschen', en: 'Delete draft' },
  deleteText: {
    de: 'Angaben, Programm und Verlauf dieses Entwurfs werden gelöscht. Das lässt sich nicht rückgängig machen.',
    en: 'The details, programme and history of this draft will be deleted. This cannot be undone.',
  },
  back: { de: 'Zurück', en: 'Back' },
  version: { de: 'Fassung', en: 'Version' },
  person: { de: 'Person', en: 'Person' },
  time: { de: 'Zeit', en: 'Time' },
  source: { de: 'Herkunft', en: 'Source' },
  office: { de: 'Büro', en: 'Office' },
  load: { de: 'Einlesen', en: 'Load' },
  import: { de: 'Import', en: 'Import' },
  changes: { de: 'Geändert', en: 'Changed' },
  firstVersion: { de: 'Erste Fassung', en: 'First version' },
  restoreVersion: {
    de: (p: { number: number }) => `Fassung ${p.number} wiederherstellen`,
    en: (p: { number: number }) => `Restore version ${p.number}`,
  },
  choose: { de: 'Bitte wählen', en: 'Please choose' },
  slugHint: {
    de: 'Nur a–z, 0–9 und Bindestriche; steht fest, sobald das Konzert veröffentlicht ist.',
    en: 'Only a–z, 0–9 and hyphens; fixed once the concert is published.',
  },
  movementsHint: {
    de: 'Einer je Zeile. „cs: “ vor einer Zeile gibt ihr eine eigene Sprache.',
    en: 'One a line. “cs: ” before a line gives it a language of its own.',
  },
  playedByHint: { de: 'Ohne Auswahl: alle.', en: 'None ticked: all of them.' },
  sameVenue: { de: 'Wie das Konzert', en: 'As the concert' },
  details: { de: 'Angaben', en: 'Details' },
  programme: { de: 'Programm', en: 'Programme' },
  history: { de: 'Verlauf', en: 'History' },
  state: { de: 'Zustand', en: 'State' },
  sale: { de: 'Verkauf', en: 'Sale' },
  search: { de: 'Suche', en: 'Search' },
  draft: { de: 'Entwurf', en: 'Draft' },
  published: { de: 'Veröffentlicht', en: 'Published' },
  withdrawn: { de: 'Zurückgezogen', en: 'Withdrawn' },
  'on-sale': { de: 'Im Verkauf', en: 'On sale' },
  stopped: { de: 'Angehalten', en: 'Stopped' },
  'sold-out': { de: 'Ausverkauft', en: 'Sold out' },
  save: { de: 'Speichern', en: 'Save' },
  publish: { de: 'Veröffentlichen', en: 'Publish' },
  withdraw: { de: 'Zurückziehen', en: 'Withdraw' },
  restore: { de: 'Wiederherstellen', en: 'Restore' },
  preview: { de: 'Vorschau', en: 'Preview' },
  GENERAL: { de: 'Liste und Konzertseite', en: 'List and concert page' },
  GENERAL_DETAILPAGE_ONLY: { de: 'Nur Konzertseite', en: 'Concert page only' },
  GENERAL_OVERVIEW_ONLY: { de: 'Nur Liste', en: 'List only' },
  yes: { de: 'Ja', en: 'Yes' },
  no: { de: 'Nein', en: 'No' },
});

/** Why a change of a concert is refused (running.md 2). */
export const concertProblemTexts = defineTexts({
  changed: {
    de: (p: { name: string; time: string }) => `Inzwischen geändert von ${p.name}, ${p.time}.`,
    en: (p: { name: string; time: string }) => `Changed in the meantime by ${p.name}, ${p.time}.`,
  },
  slugFixed: {
    de: 'Der Kurzname steht fest, seit das Konzert veröffentlicht ist.',
    en: 'The short name is fixed since the concert was published.',
  },
  performerTwice: {
    de: 'Steht schon unter den Mitwirkenden.',
    en: 'Is among the performers already.',
  },
  noPiece: { de: 'Es fehlt noch ein Werk.', en: 'A piece is still missing.' },
  noPerformer: { de: 'Es fehlen noch Mitwirkende.', en: 'Performers are still missing.' },
  notDraft: {
    de: 'Nur ein Entwurf lässt sich löschen. Was einmal veröffentlicht war, lässt sich zurückziehen.',
    en: 'Only a draft can be deleted. A concert that was published once can be withdrawn.',
  },
  hasSale: {
    de: 'Dieser Entwurf hat einen Verkauf und bleibt deshalb.',
    en: 'This draft has a sale, so it cannot be deleted.',
  },
  notPublished: {
    de: 'Dieses Konzert ist nicht veröffentlicht.',
    en: 'This concert is not published.',
  },
  validTickets: {
    de: (p: { count: number }) =>
      p.count === 1
        ? 'Für dieses Konzert gibt es 1 gültige Karte. Bitte das Zurückziehen bestätigen.'
        : `Für dieses Konzert gibt es ${p.count} gültige Karten. Bitte das Zurückziehen bestätigen.`,
    en: (p: { count: number }) =>
      p.count === 1
        ? 'There is 1 valid ticket for this concert. Please confirm that you withdraw it.'
        : `There are ${p.count} valid tickets for this concert. Please confirm that you withdraw it.`,
  },
  storedNow: {
    de: (p: { value: string }) => `Jetzt gespeichert: „${p.value}“.`,
    en: (p: { value: string }) => `Stored now: “${p.value}”.`,
  },
  storedEmpty: { de: 'Jetzt gespeichert: nichts.', en: 'Stored now: nothing.' },
});

/** Labels of a concert's fields (running.md 2 and 3). */
export const concertFieldTexts = defineTexts({
  title: { de: 'Titel', en: 'Title' },
  subtitle: { de: 'Untertitel', en: 'Subtitle' },
  introduction: { de: 'Einführung', en: 'Introduction' },
  slug: { de: 'Kurzname', en: 'Short name' },
  start_day: { de: 'Tag', en: 'Date' },
  start_time: { de: 'Beginn', en: 'Start' },
  duration: { de: 'Dauer in Minuten', en: 'Duration in minutes' },
  venue: { de: 'Ort', en: 'Venue' },
  key: { de: 'Tonart', en: 'Key' },
  academy: { de: 'Akademiekonzert, Eintritt frei', en: 'Academy concert, free admission' },
  longNight: { de: 'Lange Nacht', en: 'Long Night' },
  type: { de: 'Wo', en: 'Where' },
  text: { de: 'Text', en: 'Text' },
  name: { de: 'Name', en: 'Name' },
  en: { de: 'Name (Englisch)', en: 'Name (English)' },
  instrument: { de: 'Instrument', en: 'Instrument' },
  composer: { de: 'Komponist', en: 'Composer' },
  opus: { de: 'Opus', en: 'Opus' },
  tonality: { de: 'Tonart', en: 'Key' },
  catalogueNo: { de: 'Werkverzeichnis', en: 'Catalogue number' },
  lang: { de: 'Sprache der Sätze', en: 'Language of the movements' },
  movements: { de: 'Sätze', en: 'Movements' },
  playedBy: { de: 'Gespielt von', en: 'Played by' },
  intervalAfter: { de: 'Pause danach', en: 'Interval afterwards' },
  onSale: { de: 'Im Verkauf', en: 'On sale' },
  quantity: { de: 'Kontingent', en: 'Capacity' },
  presold: { de: 'Anderswo verkauft', en: 'Sold elsewhere' },
  ticketsAtBoxOffice: { de: 'Karten an der Abendkasse', en: 'Tickets at the box office' },
  maxPerOrder: { de: 'Höchstens je Bestellung', en: 'At most per order' },
  price: { de: 'Preis in Euro', en: 'Price in euros' },
  quota: { de: 'Kontingent der Art', en: 'Quota of the type' },
  onlyWith: { de: 'Nur zusammen mit', en: 'Only together with' },
});

/** Legends of the fieldsets that a form repeats. */
export const concertGroupTexts = defineTexts({
  note: {
    de: (p: { n: number }) => `Hinweis ${p.n}`,
    en: (p: { n: number }) => `Note ${p.n}`,
  },
  performer: {
    de: (p: { n: number }) => `Mitwirkende ${p.n}`,
    en: (p: { n: number }) => `Performer ${p.n}`,
  },
  piece: {
    de: (p: { n: number }) => `Werk ${p.n}`,
    en: (p: { n: number }) => `Piece ${p.n}`,
  },
  type: {
    de: (p: { n: number }) => `Kartenart ${p.n}`,
    en: (p: { n: number }) => `Ticket type ${p.n}`,
  },
});

/** Buttons that change the structure of a form (running.md 2). */
export const concertStructureTexts = defineTexts({
  'new-composer': { de: 'Komponist anlegen', en: 'New composer' },
  'new-instrument': { de: 'Instrument anlegen', en: 'New instrument' },
  'new-venue': { de: 'Ort anlegen', en: 'New venue' },
  'note-add': { de: 'Hinweis hinzufügen', en: 'Add note' },
  'note-remove': {
    de: (p: { n: number }) => `Hinweis ${p.n} entfernen`,
    en: (p: { n: number }) => `Remove note ${p.n}`,
  },
  'performer-add': { de: 'Mitwirkende hinzufügen', en: 'Add performer' },
  'performer-up': {
    de: (p: { n: number }) => `Mitwirkende ${p.n} nach oben`,
    en: (p: { n: number }) => `Move performer ${p.n} up`,
  },
  'performer-down': {
    de: (p: { n: number }) => `Mitwirkende ${p.n} nach unten`,
    en: (p: { n: number }) => `Move performer ${p.n} down`,
  },
  'performer-remove': {
    de: (p: { n: number }) => `Mitwirkende ${p.n} entfernen`,
    en: (p: { n: number }) => `Remove performer ${p.n}`,
  },
  'piece-add': { de: 'Werk hinzufügen', en: 'Add piece' },
  'piece-up': {
    de: (p: { n: number }) => `Werk ${p.n} nach oben`,
    en: (p: { n: number }) => `Move piece ${p.n} up`,
  },
  'piece-down': {
    de: (p: { n: number }) => `Werk ${p.n} nach unten`,
    en: (p: { n: number }) => `Move piece ${p.n} down`,
  },
  'piece-remove': {
    de: (p: { n: number }) => `Werk ${p.n} entfernen`,
    en: (p: { n: number }) => `Remove piece ${p.n}`,
  },
});

/** Languages of movements. */
export const movementLanguageTexts = defineTexts({
  it: { de: 'Italienisch', en: 'Italian' },
  de: { de: 'Deutsch', en: 'German' },
  fr: { de: 'Französisch', en: 'French' },
  hu: { de: 'Ungarisch', en: 'Hungarian' },
  cs: { de: 'Tschechisch', en: 'Czech' },
  en: { de: 'Englisch', en: 'English' },
  la: { de: 'Latein', en: 'Latin' },
});

const languageNames = {
  de: { de: 'Deutsch', en: 'German' },
  en: { de: 'Englisch', en: 'English' },
};

type Labels = Record<string, Record<Language, string>>;

/** The label of a field with its fieldset: "Werk 2, Titel (Deutsch)". */
export function labelOfConcertField(
  field: string,
  language: Language,
  labels: Labels = concertFieldTexts,
): string {
  const [, group, number, name = ''] = /^(?:(\w+)-(\d+)-)?(\w+)$/.exec(field) ?? [];
  const [, base = name, of] = /^(\w+)_(de|en)$/.exec(name) ?? [];
  const label = labels[name]?.[language] ?? labels[base]?.[language] ?? name;
  const full = of === undefined ? label : `${label} (${languageNames[of as Language][language]})`;
  const groups: Record<string, Record<Language, (p: { n: number }) => string>> = concertGroupTexts;
  const legend = group === undefined ? undefined : groups[group]?.[language]({ n: Number(number) });
  return legend === undefined ? full : `${legend}, ${full}`;
}
