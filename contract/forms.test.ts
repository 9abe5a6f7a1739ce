import { expect, it } from 'vitest';
import { checkMessage } from './forms.ts';

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
