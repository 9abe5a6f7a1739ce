import { describe, expect, it } from 'vitest';
import { brokenRepetition, checkMessage, checkRegistration } from './forms.ts';

const good = {
  email: 'hanna@example.org',
  subject: 'Plätze',
  message: 'Gibt es welche ohne Stufen?',
};

it('requires e-mail, subject and message', () => {
  expect(checkMessage({ email: ' ', subject: '', message: '\n' }, 'en')).toEqual({
    email: 'we need your email address',
    subject: 'Please enter a subject',
    message: 'Please write a message',
  });
  expect(checkMessage(good, 'de')).toEqual({});
});

it('requires an address that can receive a reply', () => {
  const message = checkMessage({ ...good, email: 'hanna@example' }, 'en');
  expect(message).toEqual({ email: 'this email address is not valid' });
});

const registration = {
  first_name: 'Hanna',
  last_name: 'Lechner',
  email_address: 'hanna@example.org',
  password: 'ein schöner Sommer',
  password_confirmation: 'ein schöner Sommer',
};

const typed = (password: string, password_confirmation = password) =>
  checkRegistration({ ...registration, password, password_confirmation }, 'de');

describe('registering', () => {
  it('requires every field, in the words of the specification', () => {
    const empty = {
      ...registration,
      first_name: ' ',
      last_name: '',
      email_address: '',
      password: '',
      password_confirmation: '',
    };
    expect(checkRegistration(empty, 'en')).toEqual({
      first_name: 'Please enter your first name',
      last_name: 'Please enter your last name',
      email_address: 'we need your email address',
      password: 'please type in a secure password',
      password_confirmation: 'Passwords must match',
    });
    expect(checkRegistration(registration, 'en')).toEqual({});
  });

  it('refuses an address whose top-level part is one character', () => {
    const refused = { email_address: 'this email address is not valid' };
    expect(checkRegistration({ ...registration, email_address: 'hanna@example.o' }, 'en')).toEqual(
      refused,
    );
  });

  it('requires ten characters that are not the e-mail, typed twice alike', () => {
    expect(typed('neun Zeic').password).toBe('Das Passwort braucht mindestens 10 Zeichen');
    expect(typed('HANNA@example.org').password).toBe(
      'Das Passwort darf nicht Ihre E-Mail-Adresse sein',
    );
    expect(typed('x'.repeat(129)).password).toBe('Das Passwort darf höchstens 128 Zeichen haben');
    expect(typed('ein schöner Sommer', 'ein schöner Sonner')).toEqual({
      password_confirmation: 'Die Passwörter müssen übereinstimmen',
    });
  });

  it('keeps spaces at the ends of a password', () => {
    expect(brokenRepetition('ein schöner Sommer ', 'ein schöner Sommer')).toBe(
      'PASSWORDS_MUST_MATCH',
    );
  });
});
