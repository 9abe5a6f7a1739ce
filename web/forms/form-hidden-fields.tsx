import { useState } from 'react';
import type { ProblemDto } from '#contract/problems.ts';
import { isRetryable } from '../platform/or-problem.ts';

/**
 * Hidden fields of a form: `key`, from its page's loader, makes repeated submissions count once;
 * `hydrated` asks for data instead of a redirect, so that the page stays as it is (submit.server.ts).
 */
export function FormHiddenFields({ formKey }: { formKey?: string | undefined }) {
  return (
    <>
      {/* not restored on back navigation: a used key would repeat the old response */}
      {formKey && <input type="hidden" name="key" value={formKey} autoComplete="off" />}
      {/* sent as soon as React handles the form, which is before useHydrated */}
      <input type="hidden" name="hydrated" value="1" disabled ref={enable} autoComplete="off" />
    </>
  );
}

function enable(field: HTMLInputElement | null): void {
  if (field !== null) field.disabled = false;
}

/** The data of an action, with its problem if there was one. */
type ActionData = { problem?: ProblemDto | null } | undefined;

/**
 * The key of a form's next submission: the loader's, then a new one after every response. A submission without
 * a response keeps its key, so that sending it again has one effect (submit.server.ts, `onceByKey`).
 */
export function useFormKey(loaded: string, data: ActionData): string {
  const [known, setKnown] = useState({ key: loaded, loaded, data });
  if (known.loaded === loaded && known.data === data) return known.key;
  const isUnanswered = data?.problem ? isRetryable(data.problem) : false;
  const key = known.loaded !== loaded ? loaded : isUnanswered ? known.key : createFormKey();
  setKnown({ key, loaded, data });
  return key;
}

/** A random UUID; `crypto.randomUUID` is missing on plain http, as in a trial on a local network. */
export function createFormKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
