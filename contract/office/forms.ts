/** The entries of a form, as sent: every value of every field. */
export type FormEntries = Record<string, string[]>;

/** Reads the entries of a form without files, and without the fields that `leaveOut` matches. */
export function readEntries(form: FormData, leaveOut?: RegExp): FormEntries {
  const entries = new Map<string, string[]>();
  for (const [name, value] of form) {
    // `toString` and the like are not fields of a form, but members of every object
    if (typeof value !== 'string' || name in Object.prototype || leaveOut?.test(name)) continue;
    entries.set(name, [...(entries.get(name) ?? []), value]);
  }
  return Object.fromEntries(entries);
}

/** The largest id of a row: the columns are integers. */
const MAX_ROW_ID = 2_147_483_647;

/** The id of a row from an address or a form; 0 for anything else, which no row has. */
export function readRowId(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id <= MAX_ROW_ID ? id : 0;
}

/**
 * Reads the values that a form showed, by field: its field `shown` sends them as JSON, so that the command changes only
 * what differs from them. Nothing for a form or a call without them, such as the command line's.
 */
export function readShownValues(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, each]) =>
        typeof each === 'string' ? [[name, each] as const] : [],
      ),
    );
  } catch {
    // not from a page: the command compares nothing
    return {};
  }
}

/** Length of the reason of a refund in characters. */
export const MAX_REASON_LENGTH = 500;

/** Limits of a reply, in characters. */
export const MAX_REPLY_SUBJECT_LENGTH = 200;

/** The browser sends the end of a line as two characters. */
export const MAX_REPLY_LENGTH = 20_000;

/** The maximum of complimentary tickets in an order. */
export const MAX_COMPLIMENTARY_TICKETS = 20;

/** Name of the field with the number of tickets of this type. */
export const quantityField = (ticketTypeId: number): string => `tickets-${ticketTypeId}`;
