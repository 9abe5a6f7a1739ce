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
