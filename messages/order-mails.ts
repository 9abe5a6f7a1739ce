import { defineTexts } from './define-texts.ts';

/** Mails about orders: confirmed, refunded because the tickets were gone, cancelled, with a reissued ticket. */
export const orderMailTexts = defineTexts({
  confirmedSubject: {
    de: (p: { orderNo: string; name: string }) => `Ihre Bestellung ${p.orderNo}, ${p.name}`,
    en: (p: { orderNo: string; name: string }) => `Your order ${p.orderNo}, ${p.name}`,
  },
  confirmedPreheader: {
    de: (p: { tickets: number; total: string }) =>
      p.tickets === 1 ? `Eine Karte, ${p.total}.` : `${p.tickets} Karten, ${p.total}.`,
    en: (p: { tickets: number; total: string }) =>
      p.tickets === 1 ? `One ticket, ${p.total}.` : `${p.tickets} tickets, ${p.total}.`,
  },
  givenPreheader: {
    de: (p: { tickets: number }) =>
      p.tickets === 1 ? 'Eine Freikarte.' : `${p.tickets} Freikarten.`,
    en: (p: { tickets: number }) =>
      p.tickets === 1 ? 'One complimentary ticket.' : `${p.tickets} complimentary tickets.`,
  },
  confirmedHeading: {
    de: 'Ihre Bestellung ist bei uns.',
    en: 'We have received your order.',
  },
  greeting: {
    de: (p: { name: string }) => `Guten Tag ${p.name},`,
    en: (p: { name: string }) => `Dear ${p.name},`,
  },
  // of an order that cost nothing: its name may be a stranger's text
  plainGreeting: { de: 'Guten Tag,', en: 'Hello,' },
  onlineAttached: {
    de: 'vielen Dank. Ihre Karten hängen an dieser E-Mail, jede als PDF auf einer Seite. Gedruckt oder auf dem Telefon gelten sie gleich. Auch die Rechnung liegt bei.',
    en: 'Thank you. Your tickets are attached to this email, each as a one-page PDF. You can print them or show them on your phone. The invoice is attached as well.',
  },
  onlineLink: {
    de: 'vielen Dank. Es sind zu viele Karten für eine E-Mail; bitte laden Sie sie auf der Seite Ihrer Bestellung herunter. Die Rechnung liegt bei.',
    en: 'Thank you. There are too many tickets for one email; please download them from your order page. The invoice is attached.',
  },
  postal: {
    de: (p: { note?: string | undefined }) =>
      p.note === undefined
        ? 'vielen Dank. Wir schicken Ihre Karten mit der Post und bearbeiten die Bestellung innerhalb von 24\u00A0Stunden. Die Rechnung liegt bei.'
        : `vielen Dank. Wir schicken Ihre Karten mit der Post. ${p.note} Die Rechnung liegt bei.`,
    en: (p: { note?: string | undefined }) =>
      p.note === undefined
        ? 'Thank you. We will post your tickets to you; orders are processed within 24\u00A0hours. The invoice is attached.'
        : `Thank you. We will post your tickets to you. ${p.note} The invoice is attached.`,
  },
  boxoffice: {
    de: (p: { orderNo: string }) =>
      `vielen Dank. Ihre Karten liegen an der Abendkasse bereit, ab 30\u00A0Minuten vor Beginn, unter der Bestellnummer ${p.orderNo}. Die Rechnung liegt bei.`,
    en: (p: { orderNo: string }) =>
      `Thank you. Your tickets will be ready to collect at the box office from 30\u00A0minutes before the concert. Please quote order number ${p.orderNo}. The invoice is attached.`,
  },
  confirmedCancelled: {
    de: (p: { count: number }) =>
      p.count === 1
        ? 'Eine Karte dieser Bestellung ist storniert. Sie steht hier nicht mehr; die Rechnung nennt sie noch.'
        : `${p.count} Karten dieser Bestellung sind storniert. Sie stehen hier nicht mehr; die Rechnung nennt sie noch.`,
    en: (p: { count: number }) =>
      p.count === 1
        ? 'One ticket of this order has been cancelled. It is no longer listed here, but still on the invoice.'
        : `${p.count} tickets of this order have been cancelled. They are no longer listed here, but still on the invoice.`,
  },
  toOrder: { de: 'Bestellung ansehen', en: 'View your order' },
  orderNumber: { de: 'Bestellnummer', en: 'Order number' },
  line: {
    de: (p: { quantity: number; name: string; price: string }) =>
      [`${p.quantity} × ${p.name}`, p.price].filter(Boolean).join(', '),
    en: (p: { quantity: number; name: string; price: string }) =>
      [`${p.quantity} × ${p.name}`, p.price].filter(Boolean).join(', '),
  },
  moved: {
    de: (p: { time: string; venue: string }) =>
      `Neu: ${p.time}, ${p.venue}. Ihre Karte nennt noch den früheren Termin oder Ort und gilt weiter.`,
    en: (p: { time: string; venue: string }) =>
      `New: ${p.time}, ${p.venue}. Your ticket still shows the previous date or venue; it remains valid.`,
  },
  postage: { de: 'Versand', en: 'Postage' },
  total: { de: 'Gesamtbetrag', en: 'Total' },
  withdrawal: {
    de: 'Für Konzertkarten besteht kein Widerrufsrecht (§\u202F312g Abs.\u202F2 Nr.\u202F9 BGB). Die Bestellung mit den Bedingungen, die Sie angenommen haben, liegt als PDF bei.',
    en: 'There is no right of withdrawal for concert tickets (§\u202F312g (2) No.\u202F9 BGB). Your order and the terms you accepted are attached as a PDF.',
  },
  keepLink: {
    de: 'Der Link zu Ihrer Bestellung gilt für jeden, der ihn hat. Geben Sie ihn nicht weiter.',
    en: 'The link to your order works for anyone who has it. Please keep it to yourself.',
  },

  refundedSubject: {
    de: 'Ihre Zahlung geht an Sie zurück',
    en: 'Your payment is on its way back to you',
  },
  refundedPreheader: {
    de: 'Die Karten waren schon vergeben; wir erstatten den ganzen Betrag.',
    en: 'The tickets were already sold; we are refunding the full amount.',
  },
  refundedHeading: {
    de: 'Die Karten waren schon vergeben.',
    en: 'The tickets were already sold.',
  },
  refundedText: {
    de: (p: { total: string }) =>
      `Ihre Zahlung von ${p.total} kam an, als die Zeit für Ihren Warenkorb vorbei war und andere die Karten gekauft hatten. Das tut uns leid. Wir haben den ganzen Betrag erstattet; er ist in einigen Tagen wieder auf Ihrer Karte. Zu tun ist nichts.`,
    en: (p: { total: string }) =>
      `Your payment of ${p.total} arrived after your reservation had expired and the tickets had been sold to others. We are sorry. We have refunded the full amount; it will be back on your card within a few days. There is nothing you need to do.`,
  },
  mismatchPreheader: {
    de: 'Die Bestellung kam nicht zustande; bezahltes Geld geht zurück.',
    en: 'The order could not be completed; we will refund anything you paid.',
  },
  mismatchHeading: {
    de: 'Ihre Bestellung kam nicht zustande.',
    en: 'Your order could not be completed.',
  },
  mismatchText: {
    de: 'Ihre Zahlung stimmte nicht mit der Bestellung überein. Was Sie bezahlt haben, erstatten wir auf dem Weg, auf dem es kam; es ist in einigen Tagen wieder auf Ihrer Karte.',
    en: 'Your payment did not match the order. Whatever you paid will be refunded the same way and will be back on your card within a few days.',
  },
  concertGonePreheader: {
    de: 'Das Konzert ist abgesagt; wir erstatten den ganzen Betrag.',
    en: 'The concert is cancelled; we are refunding the full amount.',
  },
  concertGoneHeading: { de: 'Das Konzert ist abgesagt.', en: 'The concert is cancelled.' },
  concertGoneText: {
    de: (p: { total: string }) =>
      `Ihre Zahlung von ${p.total} kam an, als ein Konzert Ihres Warenkorbs schon abgesagt war. Das tut uns leid. Wir haben den ganzen Betrag erstattet; er ist in einigen Tagen wieder auf Ihrer Karte. Zu tun ist nichts.`,
    en: (p: { total: string }) =>
      `Your payment of ${p.total} arrived after a concert in your cart had been cancelled. We are sorry. We have refunded the full amount; it will be back on your card within a few days. There is nothing you need to do.`,
  },
  refundedAsk: {
    de: 'Wenn Sie Fragen haben, antworten Sie einfach auf diese E-Mail.',
    en: 'If you have any questions, just reply to this email.',
  },
  toConcerts: { de: 'Zu den Konzerten', en: 'See all concerts' },

  cancelledSubject: {
    de: (p: { orderNo: string }) => `Storno zu Ihrer Bestellung ${p.orderNo}`,
    en: (p: { orderNo: string }) => `Cancellation of your order ${p.orderNo}`,
  },
  cancelledPreheader: {
    de: (p: { total: string }) => `Wir erstatten ${p.total}.`,
    en: (p: { total: string }) => `We are refunding ${p.total}.`,
  },
  cancelledHeading: {
    de: 'Wir haben storniert.',
    en: 'Your cancellation.',
  },
  cancelledText: {
    de: (p: { total: string }) =>
      `aus Ihrer Bestellung haben wir storniert, was in der Stornorechnung steht; sie liegt bei. ${p.total} gehen auf die Karte zurück, mit der Sie bezahlt haben, und sind in einigen Tagen dort.`,
    en: (p: { total: string }) =>
      `We have cancelled the items listed in the attached cancellation invoice. ${p.total} will be refunded to the card you paid with within a few days.`,
  },
  cancelledFreePreheader: { de: 'Zu bezahlen war nichts.', en: 'The tickets were free of charge.' },
  cancelledFreeText: {
    de: 'aus Ihrer Bestellung haben wir storniert, was in der Stornorechnung steht; sie liegt bei. Zu bezahlen war dafür nichts.',
    en: 'We have cancelled the items listed in the attached cancellation invoice. They were free of charge.',
  },
  takenBackHeading: { de: 'Freikarten zurückgenommen', en: 'Complimentary tickets taken back' },
  takenBackText: {
    de: (p: { count: number }) =>
      p.count === 1
        ? 'eine Freikarte aus Ihrer Bestellung gilt nicht mehr: Wir haben sie zurückgenommen.'
        : `${p.count} Freikarten aus Ihrer Bestellung gelten nicht mehr: Wir haben sie zurückgenommen.`,
    en: (p: { count: number }) =>
      p.count === 1
        ? 'One complimentary ticket of your order is no longer valid: we have taken it back.'
        : `${p.count} complimentary tickets of your order are no longer valid: we have taken them back.`,
  },
  returnedPreheader: {
    de: 'Ihre Bank hat Ihnen das Geld bereits gutgeschrieben.',
    en: 'Your bank has already credited the money to you.',
  },
  returnedText: {
    de: 'aus Ihrer Bestellung haben wir storniert, was in der Stornorechnung steht; sie liegt bei. Das Geld hat Ihnen Ihre Bank nach Ihrer Reklamation bereits gutgeschrieben.',
    en: 'We have cancelled the items listed in the attached cancellation invoice. Your bank has already credited the money to you after your dispute.',
  },
  donatedPreheader: {
    de: 'Den Betrag haben Sie gespendet.',
    en: 'You have donated the amount.',
  },
  donatedText: {
    de: 'aus Ihrer Bestellung haben wir storniert, was in der Stornorechnung steht; sie liegt bei. Den Betrag haben Sie gespendet; dafür danken wir Ihnen herzlich.',
    en: 'We have cancelled the items listed in the attached cancellation invoice. You have donated the amount, for which we thank you very much.',
  },
  partRefundedSubject: {
    de: (p: { orderNo: string }) => `Erstattung zu Ihrer Bestellung ${p.orderNo}`,
    en: (p: { orderNo: string }) => `Refund for your order ${p.orderNo}`,
  },
  partRefundedHeading: {
    de: (p: { total: string }) => `Wir haben ${p.total} erstattet.`,
    en: (p: { total: string }) => `We have refunded ${p.total}.`,
  },
  partRefundedText: {
    de: (p: { total: string }) =>
      `wir haben ${p.total} erstattet. Ihre Karten gelten weiter. Der Betrag geht auf die Karte zurück, mit der Sie bezahlt haben, und ist in einigen Tagen dort; die Stornorechnung darüber liegt bei.`,
    en: (p: { total: string }) =>
      `We have refunded ${p.total}. Your tickets remain valid. The amount will be on the card you paid with within a few days. The cancellation invoice is attached.`,
  },
  cancelledTickets: {
    de: (p: { count: number }) =>
      p.count === 1
        ? 'Eine Karte gilt damit nicht mehr; am Einlass wird sie abgewiesen.'
        : `${p.count} Karten gelten damit nicht mehr; am Einlass werden sie abgewiesen.`,
    en: (p: { count: number }) =>
      p.count === 1
        ? 'One ticket is no longer valid and will be refused at the entrance.'
        : `${p.count} tickets are no longer valid and will be refused at the entrance.`,
  },

  reissuedSubject: {
    de: (p: { orderNo: string }) => `Ihre neue Karte, Bestellung ${p.orderNo}`,
    en: (p: { orderNo: string }) => `Your new ticket, order ${p.orderNo}`,
  },
  reissuedPreheader: {
    de: 'Die bisherige Karte gilt nicht mehr.',
    en: 'Your previous ticket is no longer valid.',
  },
  reissuedHeading: { de: 'Ihre neue Karte.', en: 'Your new ticket.' },
  reissuedText: {
    de: 'wir haben eine Karte Ihrer Bestellung neu ausgestellt; sie hängt als PDF an dieser E-Mail. Die bisherige gilt ab sofort nicht mehr und wird am Einlass abgewiesen. Bitte löschen Sie sie, und zeigen Sie nur noch die neue.',
    en: 'We have reissued a ticket of your order; it is attached to this email as a PDF. The previous one is no longer valid and will be refused at the entrance. Please delete it and show only the new one.',
  },
});
