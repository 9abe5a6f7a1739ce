import { defineTexts } from '../define-texts.ts';

/** Signing in, staff and the own account (office.md 2); exact texts. */
export const staffTexts = defineTexts({
  signIn: { de: 'Anmelden', en: 'Sign in' },
  signOut: { de: 'Abmelden', en: 'Sign out' },
  email: { de: 'E-Mail', en: 'Email' },
  password: { de: 'Passwort', en: 'Password' },
  code: { de: 'Einmalcode', en: 'One-time code' },
  wrongSignIn: {
    de: 'E-Mail, Passwort oder Code stimmen nicht.',
    en: 'Email, password or code is not right.',
  },
  idle: {
    de: 'Sie waren länger nicht da und sind abgemeldet.',
    en: 'You were away for a while and have been signed out.',
  },
});
