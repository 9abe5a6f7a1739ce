import { createSignedTokens } from '#server/platform/security/signed-tokens.ts';
import { createTicketSigner } from '#server/orders/ticket-code.ts';
import type {
  CancellationData,
  ConfirmationData,
  InvoiceData,
  Seller,
  TicketData,
  VoidTicketData,
} from '#server/documents/pdf/document-data.ts';

const seller: Seller = {
  festival: 'Musiksommer Marienfirn',
  shortName: 'Marienfirn',
  tagline: 'Wo die Berge zuhören.',
  name: 'Musiksommer Marienfirn e.\u202FV.',
  street: 'Klosterhof 1',
  postalCode: '82599',
  city: 'Marienfirn',
  taxOffice: 'Finanzamt Marienfirn',
  taxId: '999/815/00000',
  registerCourt: 'Amtsgericht Marienfirn',
  registerNumber: 'VR 0815',
  representatives: ['Theresia Almgruber', 'Korbinian Firnhuber'],
  email: 'post@marienfirn.example',
  phone: '+49 89 99998 125',
  website: 'https://marienfirn.example',
};

export const invoice: InvoiceData = {
  kind: 'invoice',
  language: 'de',
  seller,
  buyer: {
    firstName: 'Růžena',
    lastName: 'Szőllősy-Łukasiewicz',
    street: 'Straße der Ölmühlen 12a',
    zip: '80331',
    city: 'München',
    country: null,
  },
  number: '2025-000123',
  issuedAt: '2025-07-14T10:12:00Z',
  orderNo: 'K7MA-2XRF',
  orderedAt: '2025-07-14T10:12:00Z',
  concerts: [
    {
      title: 'Böhmen, weit fort',
      venue: 'Stiftskirche',
      startsAt: '2025-08-23T17:30:00Z',
      lines: [
        { name: 'Normalpreis', quantity: 2, priceCents: 3800 },
        { name: 'Schülerinnen und Schüler', quantity: 1, priceCents: 1000 },
      ],
    },
    {
      title: 'Lange Nacht der Musik',
      venue: 'Alle Räume',
      startsAt: '2025-08-29T16:00:00Z',
      lines: [{ name: 'Ermäßigt', quantity: 12, priceCents: 2450 }],
    },
  ],
  deliveryMethod: 'postal',
  postalNote: null,
  deliveryCents: 450,
  totalCents: 2 * 3800 + 1000 + 12 * 2450 + 450,
  tax: 'exempt',
  taxNote: 'Umsatzsteuerfrei nach §\u202F4 Nr.\u202F20 UStG.',
};

export const englishInvoice: InvoiceData = {
  ...invoice,
  language: 'en',
  seller: { ...seller, tagline: 'Where the mountains listen.' },
  buyer: { ...invoice.buyer, country: 'Poland' },
  concerts: [
    {
      title: 'Bohemia, far away',
      venue: 'Abbey Church',
      startsAt: '2025-08-23T17:30:00Z',
      lines: [{ name: 'Full price', quantity: 2, priceCents: 3800 }],
    },
  ],
  deliveryMethod: 'onlineticket',
  deliveryCents: 0,
  totalCents: 7600,
  tax: 'reduced',
  taxNote: 'Including 7% VAT (§\u202F12 (2) No.\u202F7 (a) of the German VAT Act, UStG).',
};

export const cancellation: CancellationData = {
  ...invoice,
  kind: 'cancellation',
  number: 'S-2025-000007',
  issuedAt: '2025-08-01T08:00:00Z',
  cancels: { number: '2025-000123', issuedAt: '2025-07-14T10:12:00Z' },
  refundedCents: invoice.totalCents,
  earlierCents: 0,
  isReturnedByBank: false,
  isRefundedToCard: true,
};

const signer = createTicketSigner(createSignedTokens('a secret of thirty-two characters!'));

export const ticket: TicketData = {
  kind: 'ticket',
  language: 'de',
  seller,
  concert: {
    title: 'Böhmen, weit fort',
    subtitle: 'Dvořák, Janáček und Martinů, gespielt von einem Quartett und einem Klavier',
    startsAt: '2025-08-23T17:30:00Z',
    venue: 'Stiftskirche',
    street: 'Klosterhof 1',
    postalCode: '82599',
    city: 'Marienfirn',
  },
  ticketType: 'Ermäßigt',
  ticketNote: 'Studierende, Auszubildende, Schwerbehinderte; mit Ausweis',
  priceCents: 2800,
  orderNo: 'K7MA-2XRF',
  holder: 'Růžena Szőllősy-Łukasiewicz',
  position: 2,
  count: 3,
  code: signer.sign({ ticketId: 4711, concertId: 9, ticketTypeId: 31 }),
  ground: '#CFE2DE',
  plate: {
    id: 7,
    time: '19:30',
    venue: 'church',
    isLongNight: false,
    key: 'A-Dur',
    pieces: [
      {
        composerBorn: 1854,
        movements: ['Con moto', 'Con moto', 'Vivace', 'Andante'].map((title) => ({ title })),
      },
      {
        composerBorn: 1841,
        movements: ['Allegro', 'Dumka. Andante', 'Scherzo. Furiant', 'Finale. Allegro'].map(
          (title) => ({ title }),
        ),
      },
    ],
  },
  orderedAt: '2025-07-14T10:12:00Z',
};

export const voidTicket: VoidTicketData = {
  language: 'de',
  seller,
  concert: { title: ticket.concert.title, startsAt: ticket.concert.startsAt },
  orderNo: ticket.orderNo,
  holder: ticket.holder,
  isReplaced: false,
  orderedAt: ticket.orderedAt,
};

export const englishVoidTicket: VoidTicketData = {
  ...voidTicket,
  language: 'en',
  concert: { ...voidTicket.concert, title: 'Bohemia, far away' },
  isReplaced: true,
};

export const confirmation: ConfirmationData = {
  ...invoice,
  kind: 'confirmation',
  email: null,
  isComplimentary: false,
  termsVersion: '2025-06-01',
  terms: {
    title: 'Allgemeine Geschäftsbedingungen',
    version: '2025-06-01',
    sections: Array.from({ length: 11 }, (_, i) => ({
      heading: `${i + 1}. Wie der Vertrag zustande kommt`,
      paragraphs: [
        'Das Programm auf diesen Seiten ist noch kein bindendes Angebot. Karten, die Sie in den Warenkorb legen, halten wir für Sie fest; bis wann, steht dort. Vor dem Bezahlen sehen Sie die ganze Bestellung und können jede Angabe ändern.',
        'Mit dem Knopf »Zahlungspflichtig bestellen« geben Sie eine verbindliche Bestellung ab. Der Vertrag ist geschlossen, sobald die Zahlung gelungen ist und die Seite Ihre Bestellnummer zeigt.',
      ],
    })),
  },
};
