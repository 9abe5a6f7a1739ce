import { findCountry } from '#contract/countries.ts';
import { readShownValues } from '#contract/office/forms.ts';
import { formTexts } from '#messages/office/forms.ts';
import type { LocalizedText } from '#contract/language.ts';
import { conflict } from '../platform/problem.ts';

type Value = string | number | null;
type Entries<T> = { [Name in keyof T]?: T[Name] | undefined };

/**
 * Resolves a form's entries with what is stored by now: a field that the form sends as it showed it stays as it is
 * stored, any other one gets its entry. `shown` are the values that the form showed, as it sends them. 409 for fields
 * that somebody else has changed in the meantime, too, with their stored values. The caller has locked the rows.
 */
export function resolveChanges<T extends { [Name in keyof T]: Value }>(
  stored: T,
  entries: Entries<T>,
  shown: string,
): T {
  const shownValues = readShownValues(shown);
  const resolved = { ...stored };
  const errors: Record<string, LocalizedText> = {};
  for (const name of Object.keys(stored) as (keyof T & string)[]) {
    const entry = entries[name];
    if (entry === undefined) continue;
    const [now, after] = [toText(stored[name]), toText(entry)];
    const before = shownValues[name]?.trim() ?? now;
    if (before === now) resolved[name] = entry;
    else if (after !== before && after !== now) errors[name] = describeChange(name, now);
  }
  if (Object.keys(errors).length > 0) {
    throw conflict(formTexts.changed, errors);
  }
  return resolved;
}

const toText = (value: Value | undefined): string => String(value ?? '').trim();

/** Names the stored value, as the form shows it. */
function describeChange(name: string, now: string): LocalizedText {
  if (now === '') return formTexts.emptied;
  const value = describeValue(name, now);
  return {
    de: formTexts.changedTo.de({ value: value.de }),
    en: formTexts.changedTo.en({ value: value.en }),
  };
}

function describeValue(name: string, value: string): LocalizedText {
  if (name === 'language') return formTexts[value === 'de' ? 'german' : 'english'];
  const country = name === 'country' ? findCountry(Number(value)) : null;
  return country === null ? { de: value, en: value } : { de: country.name_de, en: country.name_en };
}
