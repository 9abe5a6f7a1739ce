import { readText } from '../../forms/read-fields.ts';
import { refuse } from '../../forms/submit.server.ts';
import { redirect } from 'react-router';
import { toEventName, type CommandName } from '#contract/office/commands.ts';
import { languages } from '#contract/language.ts';
import { readEntries } from '#contract/office/forms.ts';
import type { OfficeFlash } from '#contract/office/office.ts';
import { commandLabels } from '#messages/office/command-labels.ts';
import { formTexts } from '#messages/office/forms.ts';
import type { Office } from './office-context.ts';

interface SubmitOptions {
  command: CommandName;
  /** Keys of the command's input; defaults to the form's entries. */
  input?: Record<string, unknown>;
  /** What happened, instead of the command's label. */
  label?: string;
  /** The redirect after success. */
  to: string | ((output: Record<string, unknown>) => string);
  /** The message after the command's label: "Note. Added to order …". */
  say?: (output: Record<string, unknown>) => string;
  /** A form that undoes the command. */
  undo?: (output: Record<string, unknown>) => OfficeFlash['undo'];
}

/**
 * Runs the command of a posted form. On success, throws the redirect (303) to a page with the message, or to a file
 * without one: it would show on whatever page comes next. Otherwise returns the same form with
 * all entries and its errors, in the problem's status.
 */
export async function submitForm(office: Office, form: FormData, options: SubmitOptions) {
  const { command, input = flatten(form), to, say, undo } = options;
  const { output, problem } = await office.submit(command, input, form);
  if (problem === null) {
    // somebody who signs in may have chosen another language than the browser's
    const language = languages.find((each) => each === output['language']) ?? office.language;
    const label = options.label ?? `${commandLabels[toEventName(command)][language]}.`;
    const path = typeof to === 'string' ? to : to(output);
    if (findPageOfFile(path) !== null) throw redirect(path, 303);
    if (output['isUnchanged'] === true) {
      office.setFlash({ text: formTexts.nothingChanged[language] });
    } else {
      const more = say?.(output) ?? '';
      const taken = undo?.(output);
      office.setFlash({
        text: more === '' ? label : `${label} ${more}`,
        ...(taken === undefined ? {} : { undo: taken }),
      });
    }
    throw redirect(path, 303);
  }
  if (problem.status === 403 || problem.status === 404) {
    throw new Response(null, { status: problem.status });
  }
  return refuse(readText(form, 'form'), form, {
    ...problem,
    errors: toFieldOrder(problem.errors, form),
  });
}

/** Errors in the order of their fields; what the form does not send, such as an unticked box, stays where it is. */
function toFieldOrder(errors: Record<string, string>, form: FormData): Record<string, string> {
  const fields = [...form.keys()];
  let place = -1;
  const placed = Object.entries(errors).map((error) => {
    if (fields.includes(error[0])) place = fields.indexOf(error[0]);
    return { place, error };
  });
  return Object.fromEntries(placed.toSorted((a, b) => a.place - b.place).map(({ error }) => error));
}

/** Fields by name: a text, or a list where a field comes more than once. */
export function flatten(form: FormData): Record<string, unknown> {
  const fields = Object.entries(readEntries(form));
  return Object.fromEntries(
    fields.map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

/** Placeholder for the site's origin, which pages do not know. */
const BASE_URL = 'http://site.invalid';

/**
 * The page of the office or of the door that an address from outside returns to; otherwise the office's first page.
 * Resolved as a browser does: `/office/../ticketshop` is the shop.
 */
export function returnPath(to: unknown): string {
  const isPath = typeof to === 'string' && to.startsWith('/');
  if (!isPath || !URL.canParse(to, BASE_URL)) return '/office';
  const { origin, pathname, search } = new URL(to, BASE_URL);
  const isOurs = origin === BASE_URL && /^\/(?:office|door)(?:\/|$)/.test(pathname);
  return isOurs ? pathname + search : '/office';
}

/**
 * The page that a file of the office belongs to, with the same query; null for the path of a page. A list is the path
 * of its page with an ending, `export.json` and `export.pdf` lie below the page of the person.
 */
export function findPageOfFile(path: string): string | null {
  const { pathname, search } = new URL(path, BASE_URL);
  const page = pathname.replace(/(?:\/export\.(?:json|pdf)|\/report\.csv|\.(?:csv|pdf|yaml))$/, '');
  return page === pathname ? null : page + search;
}
