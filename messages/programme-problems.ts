import type { LocalizedText } from '../contract/language.ts';
import { defineTexts } from './define-texts.ts';

/** Sentences about wrong entries of the programme, as the office says them; `load` says the same in English. */
export const programmeProblemTexts = defineTexts({
  key: {
    de: 'Ist keine Tonart wie A-Dur oder cis-Moll.',
    en: 'Is not a key such as A-Dur or cis-Moll.',
  },
  opus: {
    de: 'Ist keine Opuszahl wie „op. 76 Nr. 3“.',
    en: "Is not an opus such as 'op. 76 Nr. 3'.",
  },
  postalCode: {
    de: 'Ist keine Postleitzahl aus vier oder fünf Ziffern.',
    en: 'Is not a postcode of four or five digits.',
  },
  skippedTime: {
    de: 'Ist eine Zeit, die es nicht gibt: Sie steht nicht im Kalender oder fällt bei der Zeitumstellung aus.',
    en: 'Is a time that does not exist: not in the calendar, or skipped when the clocks change.',
  },
  notAfterBorn: { de: 'Liegt nicht nach dem Geburtsjahr.', en: 'Is not after the year of birth.' },
  noLanguage: {
    de: 'Hat keine Sprache: Bitte die Sprache der Sätze wählen.',
    en: 'Has no language: please choose the language of the movements (lang).',
  },
  academySale: {
    de: 'Ist nicht für Akademiekonzerte: Ihr Eintritt ist frei.',
    en: 'Is not for academy concerts: their admission is free.',
  },
  presoldTooMany: {
    de: 'Ist mehr als das Kontingent.',
    en: 'Is more than the capacity (quantity).',
  },
  alreadyOnSale: {
    de: 'Der Verkauf läuft schon; ein geplanter Beginn ist nicht mehr möglich.',
    en: 'Is not possible any more: the sale has started.',
  },
  noneOffered: {
    de: 'Eine Kartenart muss angeboten werden. Soll es keine Karten geben, halten Sie bitte den Verkauf an.',
    en: 'Is the last one: offer one type at least, or stop the sale.',
  },
  endsBeforeStart: {
    de: 'Liegt nicht nach dem Verkaufsbeginn.',
    en: 'Is not after the start of sale.',
  },
  slug: { de: 'Nur a–z, 0–9 und Bindestriche.', en: 'Only a–z, 0–9 and hyphens.' },
  slugTaken: { de: 'So heißt schon ein anderes Konzert.', en: 'Another concert has this name.' },
  outside: {
    de: (p: { from: string; to: string }) => `Liegt nicht zwischen ${p.from} und ${p.to}.`,
    en: (p: { from: string; to: string }) => `Is not between ${p.from} and ${p.to}.`,
  },
  unknown: {
    de: (p: { name: string; list: 'venues' | 'composers' | 'instruments' | 'ticket types' }) =>
      `„${p.name}“ steht nicht unter „${listNames[p.list]}“.`,
    en: (p: { name: string; list: string }) => `“${p.name}” is not in ${p.list}.`,
  },
  notPlaying: {
    de: (p: { name: string }) => `„${p.name}“ gehört nicht zu den Mitwirkenden des Konzerts.`,
    en: (p: { name: string }) => `“${p.name}” is not among the concert's musicians.`,
  },
});

/** The same about look and delivery in `festival.yaml`. */
export const festivalProblemTexts = defineTexts({
  colour: { de: 'Ist keine Farbe wie #0F2B2D.', en: 'Is not a colour such as #0F2B2D.' },
  viewBox: { de: 'Ist keine viewBox.', en: 'Is not a viewBox.' },
  svgPath: {
    de: 'Ist nicht der Pfad einer SVG-Datei.',
    en: 'Is not the path of an SVG file.',
  },
  logo: { de: 'Ist keine Datei wie logo.svg.', en: 'Is not a file such as logo.svg.' },
  foreground: { de: 'Ist weder abbey noch none.', en: 'Is neither abbey nor none.' },
  plates: { de: 'Ist weder drawn noch none.', en: 'Is neither drawn nor none.' },
  home: {
    de: 'Ist weder drawn noch ein Bild mit file, credit und alt in beiden Sprachen.',
    en: 'Is neither drawn nor a picture with file, credit and alt in both languages.',
  },
  sitePlan: {
    de: 'Ist weder none noch ein Bild mit file und alt in beiden Sprachen.',
    en: 'Is neither none nor a picture with file and alt in both languages.',
  },
  postage: {
    de: 'Ist keine ganze Zahl von Cent: 0, oder von 50 bis 10000.',
    en: 'Is not a whole number of cents: 0, or from 50 to 10000.',
  },
  countryCode: { de: 'Ist kein Länderkürzel wie DE.', en: 'Is not a code such as DE.' },
  noteMissing: {
    de: 'Fehlt: Der übliche Satz nennt nur Deutschland.',
    en: 'Is missing: the usual one names Germany alone.',
  },
});

/** The same about what a file alone can have wrong: forms do not let it happen. */
export const fileProblemTexts = defineTexts({
  missing: { de: 'Fehlt.', en: 'Is missing.' },
  string: {
    de: 'Ist kein Text. Eine Zahl braucht hier Anführungszeichen.',
    en: 'Is not a text: put a number in quotes.',
  },
  number: { de: 'Ist keine Zahl.', en: 'Is not a number.' },
  int: { de: 'Ist keine ganze Zahl.', en: 'Is not a whole number.' },
  boolean: { de: 'Ist weder true noch false.', en: 'Is neither true nor false.' },
  array: { de: 'Ist keine Liste.', en: 'Is not a list.' },
  object: { de: 'Hat keine eigenen Felder.', en: 'Has no fields of its own.' },
  wrong: { de: 'Ist so nicht möglich.', en: 'Is not possible like this.' },
  day: { de: 'Ist kein Tag wie 2025-08-23.', en: 'Is not a day such as 2025-08-23.' },
  moment: {
    de: 'Ist keine Zeit wie 2025-08-23 19:30.',
    en: 'Is not a time such as 2025-08-23 19:30.',
  },
  address: {
    de: 'Ist keine Adresse wie https://…',
    en: 'Is not an address such as https://…',
  },
  email: { de: 'Ist keine E-Mail-Adresse.', en: 'Is not an e-mail address.' },
  movement: {
    de: 'Ist weder ein Titel noch ein Satz mit title und lang.',
    en: 'Is neither a title nor a movement with title and lang.',
  },
  musician: {
    de: 'Ist weder ein Instrument noch ein Eintrag mit instrument und en.',
    en: 'Is neither an instrument nor an entry with instrument and en.',
  },
  namesItself: { de: 'Nennt sich selbst.', en: 'Names itself.' },
  endBeforeStart: { de: 'Liegt vor startDate.', en: 'Is before startDate.' },
  noTranslation: {
    de: 'Hat kein en, andere Abschnitte dieser Seite aber schon.',
    en: 'Has no en, although other sections of this page have.',
  },
});

/** Likewise, with what is possible there. */
export const fileLimitTexts = defineTexts({
  unknownFields: {
    de: (p: { names: string[] }) => `Unbekannt: ${p.names.join(', ')}.`,
    en: (p: { names: string[] }) => `Has unknown fields: ${p.names.join(', ')}.`,
  },
  tooMany: {
    de: (p: { max: number }) => `Hat mehr als ${p.max} Einträge.`,
    en: (p: { max: number }) => `Has more than ${p.max} entries.`,
  },
  tooSmall: {
    de: (p: { min: number }) => `Ist kleiner als ${p.min}.`,
    en: (p: { min: number }) => `Is less than ${p.min}.`,
  },
  notInPrices: {
    de: (p: { type: string }) => `„${p.type}“ steht nicht unter prices.`,
    en: (p: { type: string }) => `“${p.type}” is not in prices.`,
  },
  sections: {
    de: (p: { names: string[] }) => `Braucht die Abschnitte ${p.names.join(', ')}.`,
    en: (p: { names: string[] }) => `Needs sections named ${p.names.join(', ')}.`,
  },
});

/** Why a colour is refused on its ground. */
export const contrastText = {
  de: (p: { ratio: string; ground: string; least: number }) =>
    `Hat auf ${p.ground} einen Kontrast von ${p.ratio} zu 1; mindestens ${p.least} ist nötig.`.replaceAll(
      /(\d)\.(?=\d)/g,
      '$1,',
    ),
  en: (p: { ratio: string; ground: string; least: number }) =>
    `Has a contrast of ${p.ratio} to 1 on ${p.ground}; ${p.least} is the least.`,
};

/** Why a programme as a whole is refused; `load` and the office's import say the same. */
export const programmeRefusalTexts = defineTexts({
  unusable: { de: 'Das Programm ist so nicht verwendbar:', en: 'The programme cannot be used:' },
  more: {
    de: (p: { count: number }) => `… und ${p.count} weitere`,
    en: (p: { count: number }) => `… and ${p.count} more`,
  },
  notUtf8: {
    de: (p: { place: string }) => `${p.place} ist kein UTF-8: Bitte die Datei als UTF-8 speichern.`,
    en: (p: { place: string }) => `${p.place} is not UTF-8: save the file as UTF-8.`,
  },
  /** The parser's reason is English. */
  notYaml: {
    de: (p: { place: string }) =>
      `${p.place} ist kein YAML. Oft ist eine Zeile falsch eingerückt, oder ein Text mit Doppelpunkt steht nicht in Anführungszeichen.`,
    en: (p: { place: string; reason: string }) => `${p.place} is not YAML: ${p.reason}`,
  },
  placeholder: {
    de: (p: { place: string; name: string }) =>
      `${p.place}: Den Platzhalter ${p.name} gibt es nicht.`,
    en: (p: { place: string; name: string }) => `${p.place}: nothing is known of ${p.name}.`,
  },
  saleInUse: {
    de: (p: { slug: string }) =>
      `„${p.slug}“ hat keinen Verkauf mehr, aber Karten sind verkauft oder im Warenkorb. Lassen Sie ihn bitte in der Datei; onSale: false beendet den Verkauf.`,
    en: (p: { slug: string }) =>
      `“${p.slug}” no longer has a sale, but buyers have bought its tickets or hold them in a cart. Leave it in the file; onSale: false ends the sale.`,
  },
  typeInUse: {
    de: (p: { slug: string }) =>
      `„${p.slug}“ hat eine Kartenart nicht mehr, von der Karten verkauft oder im Warenkorb sind. Lassen Sie sie bitte in der Datei; notOffered nimmt sie aus dem Angebot.`,
    en: (p: { slug: string }) =>
      `“${p.slug}” no longer lists a ticket type, but buyers have bought its tickets or hold them in a cart. Leave it in the file; notOffered ends its sale.`,
  },
  quantityTaken: {
    de: (p: { slug: string; quantity: number; taken: number; presold: number }) =>
      `„${p.slug}“ kann nicht ${p.quantity} Karten haben: ${p.taken} sind verkauft oder im Warenkorb (${p.presold} davon anderswo verkauft).`,
    en: (p: { slug: string; quantity: number; taken: number; presold: number }) =>
      `“${p.slug}” cannot have ${p.quantity} tickets: ${p.taken} are sold or in a cart (${p.presold} of them sold elsewhere).`,
  },
  quotaTaken: {
    de: (p: { slug: string; type: string; quantity: number; taken: number }) =>
      `„${p.slug}“ kann nicht ${p.quantity} Karten der Art ${p.type} haben: ${p.taken} sind verkauft oder im Warenkorb.`,
    en: (p: { slug: string; type: string; quantity: number; taken: number }) =>
      `“${p.slug}” cannot have ${p.quantity} tickets of type ${p.type}: ${p.taken} are sold or in a cart.`,
  },
  tag: {
    de: (p: { place: string; tag: string }) =>
      `${p.place} hat ein Tag, „${p.tag}“: Bitte lassen Sie es weg.`,
    en: (p: { place: string; tag: string }) => `${p.place} has a tag, “${p.tag}”: leave it out.`,
  },
  aliases: {
    de: (p: { place: string; max: number }) =>
      `${p.place} hat mehr als ${p.max} Aliase: Bitte schreiben Sie die Werte aus.`,
    en: (p: { place: string; max: number }) =>
      `${p.place} has more than ${p.max} aliases: write the values out.`,
  },
  tooDeep: {
    de: (p: { place: string }) => `${p.place} ist zu tief verschachtelt.`,
    en: (p: { place: string }) => `${p.place} is nested too deeply.`,
  },
  tooLong: {
    de: (p: { place: string }) => `${p.place} ist zu umfangreich, um gelesen zu werden.`,
    en: (p: { place: string }) => `${p.place} is too long and involved to be read.`,
  },
  termsAccepted: {
    de: (p: { version: string }) =>
      `Die AGB in der Fassung ${p.version} haben Käufer schon akzeptiert: Bitte geben Sie dem geänderten Text eine neue Fassung (version).`,
    en: (p: { version: string }) =>
      `Buyers have accepted version ${p.version} of the terms: give the changed text a new version.`,
  },
  noCover: {
    de: (p: { slug: string; file: string }) =>
      `${p.slug}: Das Titelbild ${p.file} gibt es hier nicht. Bitte laden Sie es auf der Seite des Konzerts hoch.`,
    en: (p: { slug: string; file: string }) =>
      `${p.slug}: there is no cover ${p.file} here. Please upload it on the concert's page.`,
  },
  noPicture: {
    de: (p: { slug: string; file: string }) =>
      `${p.slug}: Das Bild ${p.file} gibt es hier nicht. Bitte laden Sie den Ordner einmal mit „npm run office -- load“.`,
    en: (p: { slug: string; file: string }) =>
      `${p.slug}: there is no picture ${p.file} here. Please load its folder once with “npm run office -- load”.`,
  },
});

/** Why the office's import is refused where `load` names its options. */
export const leftOutText = {
  de: (slugs: string) =>
    `Diese Konzerte fehlen in der Datei, haben aber gültige Karten oder Karten in Warenkörben: ${slugs}. Bitte nehmen Sie sie wieder auf, oder ziehen Sie sie zuerst auf ihrer Seite zurück.`,
  en: (slugs: string) =>
    `The file leaves out concerts with valid tickets, or tickets in carts: ${slugs}. Please put them back, or withdraw them on their pages first.`,
};

/** Why `load` and the office's import do not move a concert. */
export const movedText = {
  de: (slugs: string) =>
    `Für diese Konzerte gelten schon Karten, deshalb ändern sich Beginn und Ort nur auf ihrer Seite „Angaben“ im Büro, wo die Karteninhaber benachrichtigt werden: ${slugs}.`,
  en: (slugs: string) =>
    `These concerts have valid tickets, so their start and venue change only on their page “Details” in the office, which can mail the ticket holders: ${slugs}.`,
};

const listNames = {
  venues: 'Orte',
  composers: 'Komponisten',
  instruments: 'Instrumente',
  'ticket types': 'Kartenarten',
};

/** The English sentence as `load` says it after the name of the field. */
export const toLoadMessage = ({ en }: LocalizedText): string =>
  en.charAt(0).toLowerCase() + en.slice(1).replace(/\.$/, '');
