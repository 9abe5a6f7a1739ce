import { z } from 'zod';
import { GERMANY_ID } from '#contract/constants.ts';
import { findCountry } from '#contract/countries.ts';
import { languages } from '#contract/language.ts';
import {
  complimentaryReasons,
  MAX_COMPLIMENTARY_TICKETS,
} from '#contract/office/complimentary-queries.ts';
import { complimentaryTexts } from '#messages/office/complimentary.ts';
import { formTexts } from '#messages/office/forms.ts';
import { choice, email, optionalText, rowId, text } from '../fields.ts';
import type { Text } from '../office-problem.ts';

/** Numbers of tickets come as `tickets-{id of the ticket type}`. */
const QUANTITY_NAME = /^tickets-(\d{1,9})$/;

/** A chosen ticket type. */
export interface ChosenType {
  typeId: number;
  quantity: number;
}

const methods = ['onlineticket', 'boxoffice', 'postal'] as const;
const MAX_NAME = 100;
const MAX_ADDRESS = 200;

/** The form of complimentary tickets (office.md 7.4); the address is needed for the post only. */
export const complimentaryInput = z
  .looseObject({
    firstName: text(MAX_NAME),
    lastName: text(MAX_NAME),
    email: email(),
    street: optionalText(MAX_ADDRESS),
    zip: optionalText(20),
    city: optionalText(MAX_ADDRESS),
    country: rowId(),
    language: choice(languages),
    delivery: choice(methods),
    reason: choice(complimentaryReasons),
  })
  .transform((form, context) => {
    const report = (field: string, message: Text): void => {
      context.addIssue({ code: 'custom', path: [field], params: { text: message } });
    };
    const tickets = readTickets(form, report);
    const countryId = form.country === 0 ? GERMANY_ID : form.country;
    const country = findCountry(countryId);
    if (country === null) report('country', formTexts.missing);
    if (form.delivery === 'postal') {
      for (const name of ['street', 'zip', 'city'] as const) {
        if (form[name] === null) report(name, formTexts.missing);
      }
      if (countryId !== GERMANY_ID) report('country', complimentaryTexts.germanyOnly);
    }
    return { ...form, countryId, country, tickets };
  });

export type ComplimentaryInput = z.output<typeof complimentaryInput>;

function readTickets(
  form: Record<string, unknown>,
  report: (field: string, message: Text) => void,
): ChosenType[] {
  const fields = Object.keys(form).filter((name) => QUANTITY_NAME.test(name));
  const tickets: ChosenType[] = [];
  for (const name of fields) {
    const value = String(form[name] ?? '').trim();
    if (value === '' || value === '0') continue;
    const quantity = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (quantity <= MAX_COMPLIMENTARY_TICKETS) {
      tickets.push({ typeId: Number(QUANTITY_NAME.exec(name)?.[1]), quantity });
    } else {
      const bounds = { min: 0, max: MAX_COMPLIMENTARY_TICKETS };
      report(name, { de: formTexts.number.de(bounds), en: formTexts.number.en(bounds) });
      return [];
    }
  }
  const count = tickets.reduce((sum, { quantity }) => sum + quantity, 0);
  const first = fields[0] ?? 'tickets';
  if (count === 0) report(first, complimentaryTexts.noTickets);
  if (count > MAX_COMPLIMENTARY_TICKETS) report(first, complimentaryTexts.tooMany);
  return tickets.toSorted((a, b) => a.typeId - b.typeId);
}
