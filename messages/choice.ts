import { defineTexts } from './define-texts.ts';

/** The page on which the buyer of a cancelled concert chooses (running.md 4). */
export const choiceTexts = defineTexts({
  cancelled: {
    de: ({ date }: { date: string }) => `Das Konzert am ${date} ist abgesagt.`,
    en: ({ date }: { date: string }) => `The concert on ${date} is cancelled.`,
  },
  lead: {
    de: ({ amount, until }: { amount: string; until: string }) =>
      `Ihnen stehen ${amount} zu. Wenn Sie bis ${until} nichts wählen, erhalten Sie den ganzen Betrag zurück.`,
    en: ({ amount, until }: { amount: string; until: string }) =>
      `You are owed ${amount}. If you choose nothing by ${until}, you will get the whole amount back.`,
  },
  legend: { de: 'Was soll mit dem Geld geschehen?', en: 'What should happen to the money?' },
  purpose: {
    de: ({ purpose }: { purpose: string }) => `Zweck der Spende: ${purpose}`,
    en: ({ purpose }: { purpose: string }) => `Purpose of the donation: ${purpose}`,
  },
  refund: {
    de: ({ amount }: { amount: string }) => `Geld zurück: ${amount}`,
    en: ({ amount }: { amount: string }) => `Money back: ${amount}`,
  },
  part: { de: 'Einen Teil spenden', en: 'Donate a part' },
  amount: { de: 'Betrag in Euro', en: 'Amount in euros' },
  all: { de: 'Alles spenden', en: 'Donate all' },
  save: { de: 'Wahl speichern', en: 'Save choice' },
  saving: { de: 'Wird gespeichert', en: 'Saving' },
  failed: { de: 'Ihre Wahl ist noch nicht gespeichert', en: 'Your choice has not been saved yet' },
  saved: {
    de: 'Ihre Wahl ist gespeichert. Eine Stunde lang können Sie sie hier noch ändern.',
    en: 'Your choice is saved. You can still change it here for an hour.',
  },
  missing: { de: 'Bitte wählen Sie.', en: 'Please choose.' },
  amountInvalid: {
    de: 'Bitte einen Betrag über 0 Euro, der kleiner ist als das, was Ihnen zusteht.',
    en: 'Please an amount above 0 euros that is less than what you are owed.',
  },
  over: {
    de: 'Ihre Wahl ist schon ausgeführt und lässt sich nicht mehr ändern.',
    en: 'Your choice has already been carried out and can no longer be changed.',
  },
  decided: {
    de: ({ when }: { when: string }) => `Entschieden am ${when}:`,
    en: ({ when }: { when: string }) => `Decided on ${when}:`,
  },
  refunded: {
    de: ({ amount }: { amount: string }) => `Sie erhalten ${amount} zurück.`,
    en: ({ amount }: { amount: string }) => `You are getting ${amount} back.`,
  },
  shared: {
    de: ({ amount, donated }: { amount: string; donated: string }) =>
      `Sie spenden ${donated} und erhalten ${amount} zurück. Danke!`,
    en: ({ amount, donated }: { amount: string; donated: string }) =>
      `You are donating ${donated} and getting ${amount} back. Thank you!`,
  },
  donated: {
    de: ({ donated }: { donated: string }) => `Sie spenden ${donated}. Danke!`,
    en: ({ donated }: { donated: string }) => `You are donating ${donated}. Thank you!`,
  },
  gone: { de: 'Dieser Link gilt nicht mehr', en: 'This link is no longer valid' },
  goneText: {
    de: 'Wenn Sie Fragen zu Ihrer Bestellung haben, schreiben Sie uns bitte.',
    en: 'If you have questions about your order, please write to us.',
  },
  toContact: { de: 'Zum Kontakt', en: 'Contact us' },
});
