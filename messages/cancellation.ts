import { defineTexts } from './define-texts.ts';

/** Mails about a cancelled concert, and the page on which its buyers choose (office.md 6). */
export const cancellationTexts = defineTexts({
  subject: {
    de: (p: { title: string; date: string }) => `Abgesagt: ${p.title} am ${p.date}`,
    en: (p: { title: string; date: string }) => `Cancelled: ${p.title} on ${p.date}`,
  },
  heading: { de: 'Ihr Konzert ist abgesagt.', en: 'Your concert is cancelled.' },
  preheader: {
    de: 'Ihre Karten sind nicht mehr gültig.',
    en: 'Your tickets are no longer valid.',
  },
  tickets: {
    de: ({ count }: { count: number }) =>
      count === 1
        ? 'Ihre Karte für dieses Konzert ist nicht mehr gültig.'
        : `Ihre ${count} Karten für dieses Konzert sind nicht mehr gültig.`,
    en: ({ count }: { count: number }) =>
      count === 1
        ? 'Your ticket for this concert is no longer valid.'
        : `Your ${count} tickets for this concert are no longer valid.`,
  },
  invoice: {
    de: 'Die Stornorechnung liegt bei.',
    en: 'The cancellation invoice is attached.',
  },
  refunded: {
    de: ({ amount }: { amount: string }) =>
      `Wir erstatten Ihnen ${amount}; der Betrag ist in einigen Tagen wieder auf Ihrem Konto oder Ihrer Karte. Zu tun ist nichts.`,
    en: ({ amount }: { amount: string }) =>
      `We are refunding ${amount}; the amount will be back on your account or card within a few days. There is nothing you need to do.`,
  },
  choose: {
    de: ({ amount, until }: { amount: string; until: string }) =>
      `Ihnen stehen ${amount} zu. Sie entscheiden: Geld zurück, einen Teil spenden oder alles spenden. Wenn Sie bis ${until} nicht antworten, erhalten Sie den ganzen Betrag zurück.`,
    en: ({ amount, until }: { amount: string; until: string }) =>
      `You are owed ${amount}. You decide: your money back, donate a part, or donate all. If you do not answer by ${until}, you will get the whole amount back.`,
  },
  button: { de: 'Jetzt entscheiden', en: 'Decide now' },
  ask: {
    de: 'Wenn Sie Fragen haben, antworten Sie einfach auf diese E-Mail.',
    en: 'If you have any questions, just reply to this email.',
  },
  toOrder: { de: 'Bestellung ansehen', en: 'View your order' },
  reminderSubject: {
    de: ({ title }: { title: string }) => `Bitte entscheiden: ${title}`,
    en: ({ title }: { title: string }) => `Please decide: ${title}`,
  },
  thanksSubject: { de: 'Danke für Ihre Spende', en: 'Thank you for your donation' },
  thanks: {
    de: ({ amount }: { amount: string }) =>
      `Ihre Spende von ${amount} ist bei uns. Herzlichen Dank!`,
    en: ({ amount }: { amount: string }) =>
      `We have received your donation of ${amount}. Thank you very much!`,
  },
});
