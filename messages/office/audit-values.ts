import type { Language } from '../../contract/language.ts';
import { defineTexts } from '../define-texts.ts';
import { labelOf } from './command-labels.ts';
import { reasonTexts } from './complimentary.ts';
import { concertOfficeTexts } from './concerts.ts';
import { roleTexts } from './frame.ts';
import { messageTexts } from './messages.ts';
import { orderOfficeTexts } from './orders.ts';

/** Stand for a value that the log does not contain, such as a person's name. */
const markers = new Set(['changed', 'geändert / changed']);

/** Words that commands store in the audit log (office.md 11); others are shown as they are stored. */
const valueTexts = defineTexts({
  changed: { de: 'geändert', en: 'changed' },
  'geändert / changed': { de: 'geändert', en: 'changed' },
  'angegeben / given': { de: 'angegeben', en: 'given' },
  true: { de: 'ja', en: 'yes' },
  false: { de: 'nein', en: 'no' },
  de: { de: 'Deutsch', en: 'German' },
  en: { de: 'Englisch', en: 'English' },
  // of mails sent again
  same: { de: 'dieselbe', en: 'the same' },
  another: { de: 'eine andere', en: 'another' },
  order: { de: 'die der Bestellung', en: 'that of the order' },
  'box-office': { de: 'Abendkasse', en: 'Box office' },
  // of messages to ticket holders
  all: { de: 'alle', en: 'all' },
  // of exports
  tickets: { de: 'Karten', en: 'Tickets' },
  // of staff
  active: { de: 'aktiv', en: 'active' },
  disabled: { de: 'gesperrt', en: 'disabled' },
  password: { de: 'Passwort', en: 'Password' },
  passkey: { de: 'Passkey', en: 'Passkey' },
  'one-time-key': { de: 'Schlüssel für Einmalcodes', en: 'One-time key' },
  'recovery-codes': { de: 'Notfallcodes', en: 'Recovery codes' },
  'recovery-codes-noted': { de: 'Notfallcodes aufgeschrieben', en: 'Recovery codes written down' },
  'passkey-add': { de: 'Passkey hinzugefügt', en: 'Passkey added' },
  'passkey-rename': { de: 'Passkey umbenannt', en: 'Passkey renamed' },
  'passkey-remove': { de: 'Passkey entfernt', en: 'Passkey removed' },
  // of refused requests
  role: { de: 'Die Rolle erlaubt es nicht', en: 'The role does not allow it' },
  'foreign origin': { de: 'Von einer fremden Seite', en: 'From another site' },
});

const { onlineticket, boxoffice, postal } = orderOfficeTexts;
const { new: unread, answered, done } = messageTexts;
const { cancelled, draft, published, withdrawn } = concertOfficeTexts;

const words: Record<string, Record<Language, string>> = {
  ...valueTexts,
  ...reasonTexts,
  ...roleTexts,
  onlineticket,
  boxoffice,
  postal,
  new: unread,
  draft,
  published,
  withdrawn,
  cancelled,
  answered,
  done,
};

/** Fields whose values are texts of people or addresses of pages. */
const freeFields = new Set(['name', 'page', 'thing']);

/** A value of an audit entry for a reader of this language. */
export function labelOfValue(field: string, value: string, language: Language): string {
  if (freeFields.has(field) && !markers.has(value)) return value;
  return words[value]?.[language] ?? labelOf(value, language);
}
