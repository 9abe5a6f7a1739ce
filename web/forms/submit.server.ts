import { data } from 'react-router';
import type { ProblemDto } from '#contract/problems.ts';
import { isLocalPath } from '../platform/language.tsx';
import { readEntries } from '#contract/office/forms.ts';
import { readText } from './read-fields.ts';
import type { FormProblem, Refused } from './use-form.ts';

/** Reads a path of this site from a field, with its query; '/' for anything else. */
export function readPath(form: FormData, name: string): string {
  const path = readText(form, name);
  return isLocalPath(path) ? path : '/';
}

/** Reads a whole number from 0 on from a field; null for anything else. */
export function readCount(form: FormData, name: string): number | null {
  const text = readText(form, name).trim();
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** The problem of a form that the page itself refuses, with a message or with errors by field. */
export const invalidForm = (message: string, errors: ProblemDto['errors'] = {}): ProblemDto => ({
  code: 'invalid',
  status: 422,
  message,
  errors,
});

/**
 * Shows the page again with the entries of its form, without passwords and codes, in the problem's status.
 *
 * @param name the form's (use-form.ts)
 * @param form null for entries that the page must not show, and for a form without fields
 */
export function refuse(name: string, form: FormData | null, problem: FormProblem) {
  const entries = form && readEntries(form, /password|^code$/i);
  return data<Refused>({ form: name, entries, problem }, { status: problem.status });
}
