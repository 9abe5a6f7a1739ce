import { z } from 'zod';
import { GERMANY_ID } from '#contract/constants.ts';
import { findCountry } from '#contract/countries.ts';
import { languages, type LocalizedText } from '#contract/language.ts';
import {
  complimentaryReasons,
  MAX_COMPLIMENTARY_TICKETS,
  quantityField,
} from '#contract/office/complimentary-queries.ts';
import { complimentaryTexts } from '#messages/office/complimentary.ts';
import { formTexts } from '#messages/office/forms.ts';
import {
  choice,
  email,
  optionalCountryId,
  optionalText,
  personName,
} from '../../operations/entries.ts';

/** Numbers of tickets come as `tickets-{id of the ticket type}`. */
const QUANTITY_NAME = /^tickets-(\d{1,9})$/;

/** A chosen ticket type. */
export interface ChosenType {
  typeId: number;
  quantity: number;
}

/** How complimentary tickets reach their guest. */
export const complimentaryMethods = ['onlineticket', 'boxoffice', 'postal'] as const;
const MAX_ADDRESS_LENGTH = 200;
const MAX_ZIP_LENGTH = 20;

type Report = (message: LocalizedText, field?: string) => void;

/** The chosen tickets, from all fields of the form; a problem of all numbers is one of the field `tickets`. */
const chosenTickets = z.record(z.string(), z.unknown()).transform((fields, context) => {
  const tickets = readTickets(fields, (message, field) => {
    const path = field === undefined ? [] : [field];
    context.addIssue({ code: 'custom', path, params: { text: message } });
  });
  return tickets.toSorted((a, b) => a.typeId - b.typeId);
});

const formObject = z.object({
  tickets: chosenTickets,
  firstName: personName(),
  lastName: personName(),
  email: email(),
  street: optionalText(MAX_ADDRESS_LENGTH),
  zip: optionalText(MAX_ZIP_LENGTH),
  city: optionalText(MAX_ADDRESS_LENGTH),
  country: optionalCountryId(),
  language: choice(languages),
  delivery: choice(complimentaryMethods),
  reason: choice(complimentaryReasons),
});

/** The keys of the input (office.md 12); `tickets-{id}` is a number of tickets for each ticket type. */
export const complimentaryKeys = [
  'tickets-{id}',
  ...Object.keys(formObject.shape).filter((key) => key !== 'tickets'),
];

const fields = formObject.transform((given, context) => {
  const report = (field: string, message: LocalizedText): void => {
    context.addIssue({ code: 'custom', path: [field], params: { text: message } });
  };
  const countryId = given.country ?? GERMANY_ID;
  if (given.delivery === 'postal') {
    for (const name of ['street', 'zip', 'city'] as const) {
      if (given[name] === null) report(name, formTexts.missing);
    }
    if (countryId !== GERMANY_ID) report('country', complimentaryTexts.germanyOnly);
  }
  return { ...given, countryId, country: findCountry(countryId) };
});

/** The form of complimentary tickets (office.md 7.4); the address is needed for the post only. */
export const complimentaryInput = z.preprocess(
  (raw) => (typeof raw === 'object' ? { ...raw, tickets: raw } : raw),
  fields,
);

export type ComplimentaryInput = z.output<typeof complimentaryInput>;

function readTickets(form: Record<string, unknown>, report: Report): ChosenType[] {
  const tickets: ChosenType[] = [];
  const bounds = { min: 0, max: MAX_COMPLIMENTARY_TICKETS };
  let isEmpty = true;
  for (const [name, value] of Object.entries(form)) {
    const typeId = Number(QUANTITY_NAME.exec(name)?.[1]);
    if (Number.isNaN(typeId)) continue;
    const entry = String(value).trim();
    const quantity = /^\d*$/.test(entry) ? Number(entry) : Number.NaN;
    if (quantity === 0) continue;
    isEmpty = false;
    if (!(quantity <= bounds.max)) {
      report({ de: formTexts.number.de(bounds), en: formTexts.number.en(bounds) }, name);
    } else if (name === quantityField(typeId)) {
      tickets.push({ typeId, quantity });
    } else {
      // `tickets-01` would be a second number of type 1
      report(complimentaryTexts.unknownType);
    }
  }
  const count = tickets.reduce((sum, { quantity }) => sum + quantity, 0);
  if (isEmpty) report(complimentaryTexts.noTickets);
  if (count > MAX_COMPLIMENTARY_TICKETS) report(complimentaryTexts.tooMany);
  return tickets;
}
