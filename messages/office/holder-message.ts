import { defineTexts } from '../define-texts.ts';

/** The message to the ticket holders of a concert (office.md 8.5); exact texts where office.md quotes them. */
export const holderMessageTexts = defineTexts({
  law: {
    de: 'Nur über das gekaufte Konzert: Werbung, auch für andere Konzerte, braucht eine Einwilligung (§\u202F7 UWG).',
    en: 'Only about the concert they bought tickets for: advertising, also of other concerts, needs consent (§\u202F7 UWG).',
  },
  numbers: { de: 'Wer sie bekommt', en: 'Who gets it' },
  recipients: { de: 'Empfänger', en: 'Recipients' },
  all: { de: 'Alle', en: 'All' },
  inGerman: { de: 'Auf Deutsch', en: 'In German' },
  inEnglish: { de: 'Auf Englisch', en: 'In English' },
  withoutEmail: { de: 'Ohne E-Mail', en: 'Without email' },
  order: { de: 'Bestellung', en: 'Order' },
  name: { de: 'Name', en: 'Name' },
  delivery: { de: 'Karten', en: 'Tickets' },
  write: { de: 'Nachricht', en: 'Message' },
  subject: { de: 'Betreff', en: 'Subject' },
  text: { de: 'Text', en: 'Text' },
  placeholders: {
    de: 'Eine leere Zeile trennt Absätze. {{name}}, {{concert}}, {{date}} und {{orderNo}} werden für jede Person ausgefüllt.',
    en: 'An empty line separates paragraphs. {{name}}, {{concert}}, {{date}} and {{orderNo}} are filled in for each person.',
  },
  unknownPlaceholder: {
    de: (p: { name: string }) =>
      `Den Platzhalter ${p.name} gibt es nicht, nur {{name}}, {{concert}}, {{date}} und {{orderNo}}.`,
    en: (p: { name: string }) =>
      `There is no placeholder ${p.name}, only {{name}}, {{concert}}, {{date}} and {{orderNo}}.`,
  },
  preview: { de: 'Vorschau', en: 'Preview' },
  previewOf: {
    de: (p: { language: string }) => `Vorschau (${p.language})`,
    en: (p: { language: string }) => `Preview (${p.language})`,
  },
  test: { de: 'Testmail an mich', en: 'Test mail to me' },
  testFirst: {
    de: 'Der Knopf zum Senden erscheint, sobald Sie sich genau diesen Text als Testmail geschickt haben.',
    en: 'The button that sends it appears once you have sent yourself exactly this text as a test mail.',
  },
  tested: {
    de: 'Die Testmail geht gleich hinaus, in jeder Sprache, in der Sie geschrieben haben.',
    en: 'The test mail will be sent in a moment, in each language you have written.',
  },
  testedHint: {
    de: 'Die Testmail ist da und stimmt? Dann tippen Sie, wie viele Personen diese Nachricht bekommen.',
    en: 'Has the test mail arrived, and is it right? Then type how many people will get this message.',
  },
  count: {
    de: (p: { n: string }) => `Zur Bestätigung ${p.n} eingeben`,
    en: (p: { n: string }) => `Type ${p.n} to confirm`,
  },
  send: {
    de: (p: { n: string }) => `An ${p.n} ${p.n === '1' ? 'Person' : 'Personen'} senden`,
    en: (p: { n: string }) => `Send to ${p.n} ${p.n === '1' ? 'person' : 'people'}`,
  },
  noMatch: { de: 'Das stimmt nicht überein.', en: 'That does not match.' },
  notTested: {
    de: 'Bitte zuerst eine Testmail mit genau diesem Text senden.',
    en: 'Please first send a test mail with exactly this text.',
  },
  nobody: {
    de: 'Niemand von ihnen hat eine E-Mail-Adresse.',
    en: 'None of them has an email address.',
  },
});

/** The mails `holder-message` and `office-test`. */
export const holderMessageMailTexts = defineTexts({
  reason: {
    de: (p: { concert: string; date: string }) =>
      `Sie bekommen diese Nachricht, weil Sie Karten für „${p.concert}“ am ${p.date} haben.`,
    en: (p: { concert: string; date: string }) =>
      `You receive this message because you have tickets for “${p.concert}” on ${p.date}.`,
  },
  testSubject: {
    de: (p: { name: string }) => `Testmail von ${p.name}`,
    en: (p: { name: string }) => `Test mail from ${p.name}`,
  },
  testHeading: { de: 'Der Mailversand geht.', en: 'Sending mail works.' },
  testGreeting: { de: 'Guten Tag,', en: 'Hello,' },
  testText: {
    de: 'diese Mail hat jemand aus dem Büro angefordert. Sie ist angekommen: Ihr Mailserver nimmt die Mails des Shops an.',
    en: 'Somebody in the office asked for this mail. It has arrived: your mail server accepts the shop’s mails.',
  },
});
