import { expect, test } from 'vitest';
import { prepareReply } from './reply-form.tsx';
import { MAX_REPLY_LENGTH, MAX_REPLY_SUBJECT_LENGTH } from '#contract/office/forms.ts';

const message = {
  subject: 'Re: Plätze',
  wrote: 'Am Montag schrieben Sie:',
  text: 'Eins?\n\nZwei?',
};

test('a reply starts with the subject and the whole message quoted', () => {
  expect(prepareReply(message)).toEqual({
    subject: 'Re: Plätze',
    text: '\n\n\n> Am Montag schrieben Sie:\n> Eins?\n> \n> Zwei?\n',
  });
});

test('a long subject is cut where it still fits', () => {
  const { subject } = prepareReply({ ...message, subject: `Re: ${'𝄞'.repeat(200)}` });
  expect(Array.from(subject)).toHaveLength(MAX_REPLY_SUBJECT_LENGTH);
  expect(subject.endsWith('𝄞…')).toBe(true);
});

test.each([
  ['of short lines', 'a\n'.repeat(5000)],
  ['of one line', 'a'.repeat(10_000)],
])('the quotation of a long message %s leaves room for the reply', (_, text) => {
  const prepared = prepareReply({ ...message, text }).text;
  // as the browser sends it
  const sent = prepared.replaceAll('\n', '\r\n');
  expect(MAX_REPLY_LENGTH - sent.length).toBeGreaterThan(4000);
});

test('a quotation is cut between two lines, and says so', () => {
  const lines = prepareReply({ ...message, text: 'abc\n'.repeat(2500) })
    .text.trim()
    .split('\n');
  expect(lines.at(-1)).toBe('> …');
  expect(new Set(lines.slice(1, -1))).toEqual(new Set(['> abc']));
});
