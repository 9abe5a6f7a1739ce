import { data } from 'react-router';
import type { Visit } from '#contract/visit.ts';
import { accountTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { onceByKey, refillForm } from '../platform/form-data.server.ts';
import { readFields } from '../platform/read-fields.ts';

/** Problems whose own message is shown: invalid fields, too many attempts, an unavailable database. */
const SELF_EXPLAINING: readonly number[] = [422, 429, 503];

/** Sets the new password. The server has then ended all sessions of the account. */
export async function savePassword(visit: Visit, form: FormData) {
  const names = ['token', 'email_address', 'password', 'password_confirmation'] as const;
  const body = readFields(form, names);
  const { problem } = await visit.call('resetPassword', { body }, onceByKey(form));
  if (problem === null) {
    // if it was this browser's session, its cookie is deleted
    await visit.findUser();
    return { end: 'done' as const };
  }
  if (problem.code === 'reset_failed') {
    return data({ end: 'refused' as const }, { status: problem.status });
  }
  if (SELF_EXPLAINING.includes(problem.status)) return refillForm(problem, undefined);
  const { unknownError } = pickTexts(accountTexts, visit.language);
  return refillForm({ ...problem, message: unknownError }, undefined);
}
