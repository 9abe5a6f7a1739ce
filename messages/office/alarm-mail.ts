import { defineTexts } from '../define-texts.ts';

/** The mail `office-alarm` (office.md 8.6); the subject is exact. */
export const alarmMailTexts = defineTexts({
  subject: {
    de: (p: { what: string }) => `Bitte ansehen: ${p.what}`,
    en: (p: { what: string }) => `Please look: ${p.what}`,
  },
  preheader: {
    de: 'Im Büro wartet etwas auf Sie.',
    en: 'Something needs your attention in the office.',
  },
  open: { de: 'Büro öffnen', en: 'Open the office' },
  why: {
    de: 'Diese Mail kommt je Anlass höchstens alle zwölf Stunden. Unter „Mein Zugang“ können Sie sie abschalten.',
    en: 'This mail is sent at most once every twelve hours for each cause. You can turn it off under “My account”.',
  },
});
