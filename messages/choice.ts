import { defineTexts } from './define-texts.ts';

/** The page on which the buyer of a cancelled or moved concert chooses (office.md 6). */
export const choiceTexts = defineTexts({
  isCancelled: {
    de: ({ date }: { date: string }) => `Das Konzert am ${date} ist abgesagt.`,
    en: ({ date }: { date: string }) => `The concert on ${date} is cancelled.`,
  },
  lead: {
    de: ({ amount, until }: { amount: string; until: string }) =>
      `Ihnen stehen ${amount} zu. Wenn Sie bis ${until} nichts wählen, erhalten Sie den ganzen Betrag zurück.`,
    en: ({ amount, until }: { amount: string; until: string }) =>
      `You are owed ${amount}. If you choose nothing by ${until}, you will get the whole amount back.`,
  },
  moved: {
    de: ({ date, venue }: { date: string; venue: string }) => `Neu: ${date}, ${venue}.`,
    en: ({ date, venue }: { date: string; venue: string }) => `New: ${date}, ${venue}.`,
  },
  returns: {
    de: (p: { orderNo: string; tickets: number; day: string }) =>
      `Bis einschließlich ${p.day} können Sie ${p.tickets === 1 ? 'die Karte' : `die ${p.tickets} Karten`} der Bestellung ${p.orderNo} zurückgeben.`,
    en: (p: { orderNo: string; tickets: number; day: string }) =>
      `Up to and including ${p.day} you can return the ${p.tickets === 1 ? 'ticket' : `${p.tickets} tickets`} of order ${p.orderNo}.`,
  },
  otherwiseKept: {
    de: 'Wenn Sie nichts wählen, behalten Sie Ihre Karten.',
    en: 'If you choose nothing, you keep your tickets.',
  },
  ended: {
    de: ({ day }: { day: string }) => `Zurückgeben konnten Sie bis einschließlich ${day}.`,
    en: ({ day }: { day: string }) => `You could return tickets up to and including ${day}.`,
  },
  returnLegend: { de: 'Behalten oder zurückgeben?', en: 'Keep or return?' },
  returnNote: {
    de: 'Wenn Sie sie nicht behalten, werden alle Karten dieser Bestellung für dieses Konzert ungültig.',
    en: 'If you do not keep them, all tickets of this order for this concert become void.',
  },
  keep: { de: 'Karten behalten', en: 'Keep the tickets' },
  return: { de: 'Karten zurückgeben', en: 'Return the tickets' },
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
  savedKeep: {
    de: 'Ihre Wahl ist gespeichert. Solange die Rückgabe möglich ist, können Sie sie hier noch ändern.',
    en: 'Your choice is saved. As long as returns are possible, you can still change it here.',
  },
  missing: { de: 'Bitte wählen Sie.', en: 'Please choose.' },
  amountInvalid: {
    de: 'Bitte einen Betrag über 0 Euro, der kleiner ist als das, was Ihnen zusteht.',
    en: 'Please an amount above 0 euros that is less than what you are owed.',
  },
  over: {
    de: 'Hier lässt sich nichts mehr ändern.',
    en: 'Nothing can be changed here any more.',
  },
  decided: {
    de: ({ when }: { when: string }) => `Entschieden am ${when}:`,
    en: ({ when }: { when: string }) => `Decided on ${when}:`,
  },
  refunded: {
    de: ({ amount }: { amount: string }) => `Sie erhalten ${amount} zurück.`,
    en: ({ amount }: { amount: string }) => `You are getting ${amount} back.`,
  },
  kept: { de: 'Sie behalten Ihre Karten.', en: 'You keep your tickets.' },
  returned: { de: 'Sie geben Ihre Karten zurück.', en: 'You are returning your tickets.' },
  void: {
    de: 'Ihre Karten für dieses Konzert sind nicht mehr gültig.',
    en: 'Your tickets for this concert are no longer valid.',
  },
  cancelled: {
    de: 'Was mit Ihrem Geld geschieht, schreiben wir Ihnen in einer eigenen E-Mail.',
    en: 'We will write to you in a separate email what becomes of your money.',
  },
  disputed: {
    de: 'Ihre Zahlung ist bei Ihrer Bank angefochten; über das Geld entscheidet die Bank.',
    en: 'Your payment is disputed with your bank, which decides about the money.',
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
