import { createHash } from 'node:crypto';
import { data, redirect } from 'react-router';
import type { OnceOptions } from '#contract/endpoints.ts';
import type { ProblemDto } from '#contract/problems.ts';
import type { Flash } from '#contract/visit.ts';
import { isLocalPath } from '../platform/language.tsx';
import { readEntries } from '#contract/office/forms.ts';
import { readText } from './read-fields.ts';
import type { Visit } from '../platform/visit.ts';
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

/**
 * For `visit.call`: the same form with the same entries counts once, however often it is sent. Changed entries
 * are another submission, so the idempotency key follows from the form's own key and its entries.
 */
export function onceByKey(form: FormData): OnceOptions {
  if (readText(form, 'key') === '') return {};
  const entries = JSON.stringify([...form].filter(([name]) => name !== 'hydrated'));
  return { key: createHash('sha256').update(entries).digest('base64url') };
}

/** The result of a form that was accepted. */
interface FormEnd<Result> {
  /** The redirect, unless the form is hydrated. */
  to: string;
  /** Shown on the next page, with scripts and without. */
  flash?: Flash;
  /** A success that a hydrated form shows by itself; without scripts, it is shown on the next page. */
  success?: string;
  /** The data that a hydrated form gets instead of the redirect. */
  result: Result;
}

/** Post, redirect, get; a hydrated form stays where it is and gets data. */
export function endForm<Result>(visit: Visit, form: FormData, end: FormEnd<Result>) {
  if (end.flash !== undefined) visit.setFlash(end.flash);
  if (readText(form, 'hydrated') !== '') return end.result;
  if (end.success !== undefined) visit.setFlash({ kind: 'success', text: end.success });
  throw redirect(end.to, 303);
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
