import { data, redirect } from 'react-router';
import {
  changeConcertStructure,
  newEntryKinds,
  type ConcertPart,
} from '#contract/office/concert-entries.ts';
import { readEntries } from '#contract/office/forms.ts';
import { readText } from '../../forms/read-fields.ts';
import type { Refused } from '../../forms/use-form.ts';
import type { Office } from '../platform/office-context.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';

/**
 * A button that changes the form's structure shows it again as typed; nothing is stored (office.md 5.2). One that adds
 * what a list lacks throws the redirect to its page, which leads back to what was typed.
 */
export async function changeStructure(office: Office, form: FormData, path: string) {
  const button = readText(form, 'change');
  const kind = newEntryKinds.find((each) => button === `new-${each}`);
  if (kind !== undefined) {
    await office.keepEntries(form);
    throw redirect(`/office/${kind}s/new?to=${encodeURIComponent(path)}`, 303);
  }
  const entries =
    button === 'edit' ? readEntries(form) : changeConcertStructure(readEntries(form), button);
  if (entries === null) return null;
  const shown = { ...entries, change: [button] };
  return data<Refused>({
    form: readText(form, 'form'),
    entries: shown,
    problem: { status: 200, errors: {} },
  });
}

/** Saves a part of a concert, with a form that takes it back. */
export async function savePart(office: Office, form: FormData, id: string, part: ConcertPart) {
  const path = `/office/concerts/${id}`;
  return await submitForm(office, form, {
    command: 'concert:save',
    input: { ...flatten(form), id, part },
    to: path,
    undo: undoVersion(id),
  });
}

/** A form that restores the version before the one that a command has saved. */
export const undoVersion =
  (id: string) =>
  ({ before, version }: Record<string, unknown>) => ({
    path: `/office/concerts/${id}`,
    entries: { form: 'restore', number: String(before), version: String(version) },
  });
