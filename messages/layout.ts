import { defineTexts } from './define-texts.ts';

/** Header, footer, skip links. */
export const layoutTexts = defineTexts({
  notice: { de: 'Hinweis', en: 'Notice' },
  skipToContent: { de: 'Zum Inhalt', en: 'Skip to content' },
  testMode: {
    de: 'TEST MODE: Zahlungen sind nur Tests, Karten sind nicht gültig.',
    en: 'TEST MODE: payments are tests only and tickets are not valid.',
  },
  logo: {
    de: (p: { name: string }) => `${p.name}, Startseite`,
    en: (p: { name: string }) => `${p.name}, home page`,
  },
  mainMenu: { de: 'Hauptmenü', en: 'Main menu' },
  openMenu: { de: 'Menü öffnen', en: 'Open menu' },
  closeMenu: { de: 'Menü schließen', en: 'Close menu' },
  home: { de: 'Start', en: 'Home' },
  concerts: { de: 'Konzerte', en: 'Concerts' },
  about: { de: 'Über uns', en: 'About' },
  contact: { de: 'Kontakt', en: 'Contact' },
  cart: { de: 'Warenkorb', en: 'Cart' },
  login: { de: 'Anmelden', en: 'Login' },
  logout: { de: 'Abmelden', en: 'Logout' },
  personalArea: { de: 'Mein Bereich', en: 'Personal area' },
  language: { de: 'Sprache', en: 'Language' },
  cartWith: {
    de: (p: { count: number }) =>
      p.count === 0
        ? 'Warenkorb, leer'
        : `Warenkorb, ${p.count} ${p.count === 1 ? 'Eintrag' : 'Einträge'}`,
    en: (p: { count: number }) =>
      p.count === 0 ? 'Cart, empty' : `Cart, ${p.count} ${p.count === 1 ? 'entry' : 'entries'}`,
  },
  emptyCart: { de: 'Ihr Warenkorb ist leer.', en: 'Your cart is empty.' },
  total: { de: 'Summe', en: 'Total' },
  toCart: { de: 'Zum Warenkorb', en: 'Go to cart' },
  showCart: { de: 'Warenkorb anzeigen', en: 'Show cart' },
  footerMenu: { de: 'Seiten', en: 'Pages' },
  outsideLinks: { de: 'Anderswo', en: 'Elsewhere' },
  masterclasses: { de: 'Meisterkurse', en: 'Masterclasses' },
  video: { de: 'Videokanal', en: 'Video channel' },
  photos: { de: 'Fotos', en: 'Photos' },
  social: { de: 'Soziales Netz', en: 'Social network' },
  findTickets: { de: 'Karten wiederfinden', en: 'Find my tickets' },
  imprint: { de: 'Impressum', en: 'Imprint' },
  terms: { de: 'AGB', en: 'Terms' },
  privacy: { de: 'Datenschutz', en: 'Privacy' },
  accessibility: { de: 'Barrierefreiheit', en: 'Accessibility' },
  picturesNote: {
    de: 'Die Zeichnungen dieser Seiten entstehen aus den Programmen.',
    en: 'The drawings on this site are made from the programmes.',
  },
  newsletterLabel: { de: 'Neues vom Festival, per E-Mail', en: 'News from the festival, by email' },
  newsletterSend: { de: 'Eintragen', en: 'Subscribe' },
  newsletterEmailInvalid: {
    de: 'Diese E-Mail-Adresse ist nicht gültig',
    en: 'This email address is not valid',
  },
  newsletterSent: {
    de: 'Fast geschafft: Bitte bestätigen Sie die E-\u2060Mail, die wir Ihnen geschickt haben.',
    en: 'Nearly there: please click the link in the email we have sent you.',
  },
});
