import { defineTexts } from '../define-texts.ts';

/** Mails to staff (office.md 8.6); exact subjects. */
export const staffMailTexts = defineTexts({
  greeting: { de: 'Guten Tag,', en: 'Hello,' },
  invitationSubject: {
    de: (p: { festival: string }) => `Einladung ins Büro, ${p.festival}`,
    en: (p: { festival: string }) => `Invitation to the office, ${p.festival}`,
  },
  invitationPreheader: {
    de: 'Ein Link, und Ihr Zugang ist eingerichtet.',
    en: 'Use this link to set up your account.',
  },
  invitationHeading: { de: 'Ihr Zugang zum Büro', en: 'Your access to the office' },
  invitationText: {
    de: 'Sie sind eingeladen, im Büro des Festivals mitzuarbeiten. Bitte richten Sie Ihren Zugang ein; Sie brauchen dafür Ihr Telefon oder Ihren Passkey.',
    en: 'You are invited to work in the office of the festival. Please set up your account; you will need your phone or a passkey.',
  },
  invitationButton: { de: 'Konto einrichten', en: 'Set up your account' },
  invitationValidity: {
    de: (p: { until: string }) => `Der Link gilt bis ${p.until} und nur einmal.`,
    en: (p: { until: string }) => `The link is valid until ${p.until} and works only once.`,
  },
  invitationIgnore: {
    de: 'Haben Sie keine Einladung erwartet? Dann müssen Sie nichts tun.',
    en: 'If you were not expecting an invitation, you can ignore this email.',
  },
  lockedSubject: {
    de: 'Ihr Zugang zum Büro ist gesperrt',
    en: 'Your access to the office is locked',
  },
  lockedPreheader: {
    de: 'Für 15 Minuten, nach zu vielen falschen Anmeldungen.',
    en: 'For 15 minutes, after too many failed sign-ins.',
  },
  lockedHeading: { de: 'Zu viele falsche Anmeldungen', en: 'Too many failed sign-ins' },
  lockedText: {
    de: 'jemand hat für Ihren Zugang sehr oft ein falsches Passwort oder einen falschen Code eingegeben. An fremden Geräten gilt Ihr Passwort deshalb 15 Minuten lang nicht. Wo Sie sich schon einmal angemeldet haben, können Sie das weiterhin; mit einem Passkey überall.',
    en: 'Somebody has entered a wrong password or code for your account many times. Your password is therefore not accepted on unknown devices for 15 minutes. You can still sign in where you have signed in before, and anywhere with a passkey.',
  },
  lockedAdvice: {
    de: 'Waren Sie das nicht? Dann sagen Sie bitte der Leitung Bescheid.',
    en: 'If this was not you, please tell an administrator.',
  },
  credentialsSubject: {
    de: 'Ihr Zugang zum Büro wurde geändert',
    en: 'Your access to the office has been changed',
  },
  credentialsPreheader: {
    de: 'Passwort, Schlüssel, Notfallcodes oder Passkeys.',
    en: 'Password, key, recovery codes or passkeys.',
  },
  credentialsHeading: { de: 'Ihr Zugang wurde geändert', en: 'Your access has been changed' },
  credentialsText: {
    de: 'an Ihren Zugangsdaten zum Büro wurde etwas geändert: Passwort, Schlüssel für Einmalcodes, Notfallcodes oder Passkeys.',
    en: 'Your credentials for the office have been changed: password, key for one-time codes, recovery codes or passkeys.',
  },
  credentialsAdvice: {
    de: 'Waren Sie das nicht? Dann sagen Sie bitte sofort der Leitung Bescheid: Sie kann Ihren Zugang sperren und Sie neu einladen.',
    en: 'If this was not you, please tell an administrator at once: they can disable your account and invite you again.',
  },
  accountButton: { de: 'Mein Zugang', en: 'My account' },
});
