import { defineTexts } from './define-texts.ts';

const countGerman = (count: number) => (count === 1 ? 'Ein Konzert' : `${count} Konzerte`);
const countEnglish = (count: number) => (count === 1 ? 'One concert' : `${count} concerts`);

/** The concert list and the concert's page. */
export const concertTexts = defineTexts({
  preview: { de: 'Vorschau – nicht veröffentlicht', en: 'Preview – not published' },
  toOffice: { de: 'Zurück zum Büro', en: 'Back to the office' },
  skipToTickets: { de: 'Zu den Karten', en: 'Skip to tickets' },
  concerts: { de: 'Konzerte', en: 'Concerts' },
  allConcerts: { de: 'Alle Konzerte', en: 'All concerts' },
  buyTickets: { de: 'Karten kaufen', en: 'Buy tickets' },
  buyTicketsFrom: {
    de: (p: { price: string }) => `Karten kaufen, ab ${p.price}`,
    en: (p: { price: string }) => `Buy tickets from ${p.price}`,
  },
  ticketsFrom: {
    de: (p: { price: string }) => `Karten ab ${p.price}`,
    en: (p: { price: string }) => `Tickets from ${p.price}`,
  },
  cancelled: { de: 'Abgesagt', en: 'Cancelled' },
  movedFrom: {
    de: (p: { old: string }) => `verlegt von ${p.old}`,
    en: (p: { old: string }) => `moved from ${p.old}`,
  },
  soldOut: { de: 'Ausverkauft', en: 'Sold out' },
  freeEntry: { de: 'Eintritt frei', en: 'Free entry' },
  onSaleFrom: {
    de: (p: { date: string; time: string }) => `Verkauf ab ${p.date}, ${p.time}`,
    en: (p: { date: string; time: string }) => `On sale from ${p.date}, ${p.time}`,
  },
  overText: { de: 'Dieses Konzert ist vorbei.', en: 'This concert is over.' },
  notOnSaleText: {
    de: 'Für dieses Konzert werden hier keine Karten verkauft.',
    en: 'We do not sell tickets for this concert here.',
  },

  listDescription: {
    de: (p: { count: number; range: string }) =>
      p.range === ''
        ? `${countGerman(p.count)}: Programme, Karten und Zeiten.`
        : `${countGerman(p.count)} ${p.range.includes('–') ? 'vom' : 'am'} ${p.range.replace(/\s?–\s?/, ' bis ')}: Programme, Karten und Zeiten.`,
    en: (p: { count: number; range: string }) =>
      `${countEnglish(p.count)}${p.range && `, ${p.range}`}: programmes, tickets and times.`,
  },
  unavailable: {
    de: 'Das Programm wird geladen oder ist nicht erreichbar...',
    en: 'Loading or data unavailable...',
  },
  retry: { de: 'Noch einmal versuchen', en: 'Try again' },
  loadingConcert: { de: 'Das Konzert wird geladen', en: 'Loading the concert' },
  brochure: { de: 'Programmheft herunterladen (PDF)', en: 'Download the brochure (PDF)' },
  festivalCalendar: { de: 'Alle Termine in den Kalender', en: 'Add all dates to your calendar' },
  days: { de: 'Tage mit Konzerten', en: 'Days with concerts' },
  filters: { de: 'Konzerte auswählen', en: 'Choose concerts' },
  showAll: { de: 'Alle', en: 'All' },
  showAvailable: { de: 'Karten erhältlich', en: 'Tickets available' },
  showFree: { de: 'Eintritt frei', en: 'Free entry' },
  everywhere: { de: 'Überall', en: 'Everywhere' },
  shown: {
    de: (p: { count: number; all: number }) =>
      p.count < p.all
        ? `${p.count} von ${p.all} ${p.all === 1 ? 'Konzert' : 'Konzerten'}`
        : countGerman(p.all),
    en: (p: { count: number; all: number }) =>
      p.count < p.all
        ? `${p.count} of ${p.all} ${p.all === 1 ? 'concert' : 'concerts'}`
        : countEnglish(p.all),
  },
  noConcerts: { de: 'Das Programm folgt.', en: 'The programme will follow.' },
  noneShown: {
    de: 'Dazu gibt es in diesem Sommer kein Konzert.',
    en: 'No concert this summer matches.',
  },

  programme: { de: 'Programm', en: 'Programme' },
  interval: { de: 'Pause', en: 'Interval' },
  cast: { de: 'Mitwirkende', en: 'Performers' },
  duration: {
    de: (p: { minutes: string }) => `Dauer etwa ${p.minutes}`,
    en: (p: { minutes: string }) => `About ${p.minutes}`,
  },
  doors: {
    de: (p: { time: string; doors: string }) => `${p.time}, Einlass ab ${p.doors}`,
    en: (p: { time: string; doors: string }) => `${p.time}, doors open at ${p.doors}`,
  },
  howToRead: { de: 'So liest man das Bild.', en: 'How to read the picture.' },
  howToReadText: {
    de: 'Jeder Gipfel ist ein Satz, jede Kette ein Werk. Schnelle Sätze ragen auf, langsame ruhen. Je älter die Musik, desto ferner der Grat. Die Farbe folgt der Tonart, die Sonne der Uhrzeit.',
    en: 'Every summit is a movement, every range a work. Fast movements soar, slow ones rest. The older the music, the more distant the ridge. The colour follows the key, the sun the hour.',
  },

  tickets: { de: 'Karten', en: 'Tickets' },
  freeSeating: { de: 'Freie Platzwahl', en: 'Unreserved seating' },
  ticketCount: {
    de: (p: { count: number }) => (p.count === 1 ? '1 Karte' : `${p.count} Karten`),
    en: (p: { count: number }) => (p.count === 1 ? '1 ticket' : `${p.count} tickets`),
  },
  addToCart: { de: 'In den Warenkorb', en: 'Add to cart' },
  adding: { de: 'Wird reserviert …', en: 'Reserving …' },
  added: {
    de: (p: { count: string }) => `${p.count} in den Warenkorb gelegt.`,
    en: (p: { count: string }) => `${p.count} added to your cart.`,
  },
  nothingChosen: {
    de: 'Bitte wählen Sie mindestens eine Karte.',
    en: 'Please choose at least one ticket.',
  },
  addFailed: { de: 'Das hat nicht geklappt', en: 'Something went wrong' },
  stillFree: {
    de: (p: { count: string }) => `Frei: ${p.count}.`,
    en: (p: { count: string }) => `Tickets left: ${p.count}.`,
  },
  noneFree: {
    de: 'Im Augenblick ist keine Karte mehr frei.',
    en: 'No tickets are available at the moment.',
  },
  toCart: { de: 'Zum Warenkorb', en: 'Go to cart' },
  inCart: {
    de: (p: { count: string }) => `${p.count} für dieses Konzert im Warenkorb.`,
    en: (p: { count: string }) => `${p.count} for this concert in your cart.`,
  },
  freePanel: {
    de: 'Der Eintritt ist frei, Sie brauchen keine Karte. Die Türen öffnen 30\u00A0Minuten vor Beginn.',
    en: 'Admission is free and no ticket is needed. Doors open 30\u00A0minutes before the concert.',
  },
  soldOutPanel: {
    de: 'Für dieses Konzert sind alle Karten verkauft.',
    en: 'All tickets for this concert have been sold.',
  },
  restAtBoxOffice: {
    de: 'Im Vorverkauf sind alle Karten verkauft. Restkarten an der Abendkasse.',
    en: 'All advance tickets have been sold. A few are left at the box office.',
  },
  lastOnesAreYours: {
    de: 'Die letzten freien Karten haben Sie.',
    en: 'The last tickets are in your cart.',
  },
  admission: { de: 'Einlass', en: 'Admission' },
  admissionText: {
    de: (p: { doors: string; venue: string }) => `ab ${p.doors}, ${p.venue}`,
    en: (p: { doors: string; venue: string }) => `from ${p.doors}, ${p.venue}`,
  },
  boxOffice: { de: 'Abendkasse', en: 'Box office' },
  delivery: { de: 'Versand', en: 'Delivery' },
  deliveryText: {
    de: (p: { price: string; countries?: string | undefined }) =>
      p.countries === undefined
        ? `Onlineticket, Abendkasse oder Post (nur innerhalb Deutschlands, ${p.price})`
        : `Onlineticket, Abendkasse oder Post (nur ${p.countries}; ${p.price})`,
    en: (p: { price: string; countries?: string | undefined }) =>
      p.countries === undefined
        ? `Online ticket, box office or post (Germany only, ${p.price})`
        : `Online ticket, box office or post (${p.countries} only; ${p.price})`,
  },
  sellingPoints: { de: 'Vorverkauf', en: 'Other places to buy' },
  pricesNote: {
    de: (p: { tax: string; price: string }) =>
      `${p.tax} Versandkosten je nach Versandart 0 bis ${p.price}. Zahlung mit Karte.`,
    en: (p: { tax: string; price: string }) =>
      `${p.tax} Delivery costs €0 to ${p.price}. Payment by card.`,
  },
  addToCalendar: { de: 'Termin in den Kalender', en: 'Add to your calendar' },

  sitePlanOf: {
    de: (p: { venue: string }) => `Lageplan des Klosters, hervorgehoben: ${p.venue}`,
    en: (p: { venue: string }) => `Site plan of the abbey, with ${p.venue} highlighted`,
  },
  gatehouse: { de: 'Torhaus', en: 'Gatehouse' },
  river: { de: 'Firnach', en: 'Firnach' },
  mapLoad: { de: 'Karte laden', en: 'Load the map' },
  mapConsent: {
    de: 'Beim Laden der Karte erfährt OpenStreetMap (openstreetmap.org) Ihre IP-\u2060Adresse und diese Seite.',
    en: 'Loading the map tells OpenStreetMap (openstreetmap.org) your IP address and which page you are on.',
  },
  mapTitle: {
    de: (p: { venue: string }) => `Karte: ${p.venue}`,
    en: (p: { venue: string }) => `Map: ${p.venue}`,
  },
  directions: { de: 'Anfahrt planen', en: 'Get directions' },
  otherConcerts: {
    de: 'Davor und danach',
    en: 'Before and after',
  },
});
