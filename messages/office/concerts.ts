import type { Language } from '../../contract/language.ts';
import { defineTexts } from '../define-texts.ts';

/** Concerts of the office (office.md 5 and 2); quoted from there. */
export const concertOfficeTexts = defineTexts({
  title: { de: 'Konzerte', en: 'Concerts' },
  message: { de: 'Nachricht an Karteninhaber', en: 'Message to ticket holders' },
  new: { de: 'Neues Konzert', en: 'New concert' },
  none: {
    de: 'Noch keine Konzerte. Beginnen Sie mit „Neues Konzert“, oder lesen Sie unter „Import und Export“ ein ganzes Programm ein.',
    en: 'No concerts yet. Start with “New concert”, or import a whole programme under “Import and export”.',
  },
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
  cancel: { de: 'Konzert absagen', en: 'Cancel concert' },
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
  newSlugHint: {
    de: 'Leer gelassen, entsteht er aus dem Titel.',
    en: 'If left empty, it is made from the title.',
  },
  draftHint: {
    de: 'Untertitel und Einführung können im Entwurf noch fehlen; zum Veröffentlichen sind sie nötig.',
    en: 'A draft may lack subtitle and introduction; publishing needs them.',
  },
  movementsHint: {
    de: 'Einer je Zeile. „cs: “ vor einer Zeile gibt ihr eine eigene Sprache.',
    en: 'One a line. “cs: ” before a line gives it a language of its own.',
  },
  playedByHint: { de: 'Ohne Auswahl: alle.', en: 'None ticked: all of them.' },
  sameVenue: { de: 'Wie das Konzert', en: 'As the concert' },
  upload: { de: 'Bild hochladen', en: 'Upload picture' },
  savePicture: { de: 'Bild speichern', en: 'Save picture' },
  uploadHint: {
    de: 'JPEG, PNG, WebP oder AVIF, höchstens 15 MB, mindestens 1200 Pixel breit.',
    en: 'JPEG, PNG, WebP or AVIF, at most 15 MB, at least 1200 pixels wide.',
  },
  keepHint: {
    de: 'Ohne neue Datei bleibt das Bild.',
    en: 'Without a new file, the picture stays.',
  },
  useDrawnPlate: { de: 'Gezeichnete Tafel verwenden', en: 'Use the drawn plate' },
  details: { de: 'Angaben', en: 'Details' },
  programme: { de: 'Programm', en: 'Programme' },
  history: { de: 'Verlauf', en: 'History' },
  state: { de: 'Zustand', en: 'State' },
  sale: { de: 'Verkauf', en: 'Sale' },
  search: { de: 'Suche', en: 'Search' },
  draft: { de: 'Entwurf', en: 'Draft' },
  published: { de: 'Veröffentlicht', en: 'Published' },
  cancelled: { de: 'Abgesagt', en: 'Cancelled' },
  withdrawn: { de: 'Zurückgezogen', en: 'Withdrawn' },
  'not-started': { de: 'Noch nicht begonnen', en: 'Not started yet' },
  'on-sale': { de: 'Im Verkauf', en: 'On sale' },
  planned: { de: 'Geplant', en: 'Planned' },
  stopped: { de: 'Angehalten', en: 'Stopped' },
  'sold-out': { de: 'Ausverkauft', en: 'Sold out' },
  save: { de: 'Speichern', en: 'Save' },
  saleStart: { de: 'Verkauf beginnen', en: 'Start sale' },
  saleStop: { de: 'Verkauf anhalten', en: 'Stop sale' },
  saleSchedule: { de: 'Verkauf planen', en: 'Schedule sale' },
  forTicked: { de: 'Für die angekreuzten Konzerte', en: 'For the concerts ticked' },
  undone: { de: 'Rückgängig gemacht.', en: 'Undone.' },
  confirmPrices: { de: 'Preise ändern', en: 'Change prices' },
  pricesNote: {
    de: 'Die neuen Preise gelten sofort, auch für Karten in Warenkörben. Wer schon bezahlt, zahlt noch den alten.',
    en: 'The new prices count at once, also for tickets in carts. Payments in progress keep the old ones.',
  },
  before: { de: 'Vorher', en: 'Before' },
  after: { de: 'Nachher', en: 'After' },
  academyNote: {
    de: 'Ein Akademiekonzert hat freien Eintritt und keinen Verkauf.',
    en: 'An academy concert has free admission and no sale.',
  },
  noSale: { de: 'Noch kein Verkauf.', en: 'No sale yet.' },
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

/** Why an image is refused (office.md 5.2); quoted from there. */
export const coverProblemTexts = defineTexts({
  'no-photograph': {
    de: 'Bitte ein Foto als JPEG, PNG, WebP oder AVIF, höchstens 15 MB.',
    en: 'Please a photograph as JPEG, PNG, WebP or AVIF, at most 15 MB.',
  },
  'too-small': {
    de: 'Das Bild ist zu klein: mindestens 1200 Pixel breit.',
    en: 'The picture is too small: at least 1200 pixels wide.',
  },
});

/** Why a change of a concert is refused (office.md 5.2). */
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
  noType: { de: 'Es fehlt noch eine Kartenart.', en: 'A ticket type is still missing.' },
  typeTwice: { de: 'Steht schon unter den Kartenarten.', en: 'Is among the ticket types already.' },
  typeUsed: {
    de: 'Eine Kartenart, die schon verkauft wurde oder in einem Warenkorb lag, bleibt stehen. Wenn es sie nicht mehr geben soll, nehmen Sie bitte das Häkchen bei „Anbieten“ weg.',
    en: 'A ticket type that was sold, or held in a cart, cannot be removed. To sell it no longer, please untick “Offered”.',
  },
  atLeast: {
    de: (p: { n: number }) => `Mindestens ${p.n}: so viele sind verkauft oder im Warenkorb.`,
    en: (p: { n: number }) => `At least ${p.n}: so many are sold or in a cart.`,
  },
  past: { de: 'Liegt nicht in der Zukunft.', en: 'Is not in the future.' },
  noSale: { de: 'Hat noch keinen Verkauf.', en: 'Has no sale yet.' },
  ofConcert: {
    de: (p: { title: string; text: string }) => `${p.title}: ${p.text}`,
    en: (p: { title: string; text: string }) => `${p.title}: ${p.text}`,
  },
  nothingTicked: {
    de: 'Bitte mindestens ein Konzert ankreuzen.',
    en: 'Please tick at least one concert.',
  },
  confirmPrices: {
    de: 'Bitte die geänderten Preise bestätigen.',
    en: 'Please confirm the changed prices.',
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

/** Labels of a concert's fields (office.md 5.2, office.md 5.1). */
export const concertFieldTexts = defineTexts({
  title: { de: 'Titel', en: 'Title' },
  subtitle: { de: 'Untertitel', en: 'Subtitle' },
  introduction: { de: 'Einführung', en: 'Introduction' },
  state: { de: 'Zustand', en: 'State' },
  slug: { de: 'Kurzname', en: 'Short name' },
  start_day: { de: 'Tag', en: 'Date' },
  start_time: { de: 'Beginn', en: 'Start' },
  duration: { de: 'Dauer in Minuten', en: 'Duration in minutes' },
  venue: { de: 'Ort', en: 'Venue' },
  key: { de: 'Tonart', en: 'Key' },
  academy: { de: 'Akademiekonzert, Eintritt frei', en: 'Academy concert, free admission' },
  longNight: { de: 'Lange Nacht', en: 'Long Night' },
  cover: { de: 'Titelbild', en: 'Cover image' },
  cover_credit: { de: 'Bildnachweis', en: 'Image credit' },
  cover_alt: { de: 'Bildbeschreibung', en: 'Alternative text' },
  type: { de: 'Wo', en: 'Where' },
  kind: { de: 'Art', en: 'Type' },
  offered: { de: 'Anbieten', en: 'Offered' },
  onSaleFrom: { de: 'Geplanter Verkaufsbeginn', en: 'Planned start of sale' },
  onSaleUntil: { de: 'Geplantes Verkaufsende', en: 'Planned end of sale' },
  onSaleFrom_day: { de: 'Verkaufsbeginn, Tag', en: 'Start of sale, date' },
  onSaleFrom_time: { de: 'Verkaufsbeginn, Uhrzeit', en: 'Start of sale, time' },
  onSaleUntil_day: { de: 'Verkaufsende, Tag', en: 'End of sale, date' },
  onSaleUntil_time: { de: 'Verkaufsende, Uhrzeit', en: 'End of sale, time' },
  day: { de: 'Tag', en: 'Date' },
  time: { de: 'Uhrzeit', en: 'Time' },
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
  prices: { de: 'Geänderte Preise', en: 'Changed prices' },
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

/** Buttons that change the structure of a form (office.md 5.2). */
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
  'type-add': { de: 'Kartenart hinzufügen', en: 'Add ticket type' },
  'type-up': {
    de: (p: { n: number }) => `Kartenart ${p.n} nach oben`,
    en: (p: { n: number }) => `Move ticket type ${p.n} up`,
  },
  'type-down': {
    de: (p: { n: number }) => `Kartenart ${p.n} nach unten`,
    en: (p: { n: number }) => `Move ticket type ${p.n} down`,
  },
  'type-remove': {
    de: (p: { n: number }) => `Kartenart ${p.n} entfernen`,
    en: (p: { n: number }) => `Remove ticket type ${p.n}`,
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
