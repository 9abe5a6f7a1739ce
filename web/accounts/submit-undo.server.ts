import { redirectDocument } from 'react-router';
import type { Visit } from '#contract/visit.ts';
import { accountTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { refillForm } from '../platform/form-data.server.ts';

/** Undoes the change of an address by the token of a mail's link (api.md, Accounts). */
export async function submitUndo(visit: Visit, token: string) {
  const { response, problem } = await visit.call('undoEmailChange', { body: { token } });
  if (problem !== null) return refillForm(problem, undefined);
  const { undoneHelp } = pickTexts(accountTexts, visit.language);
  visit.setFlash({ kind: 'success', text: `${response.message}. ${undoneHelp}` });
  // if it was this browser's session, its cookie is deleted
  const isSignedIn = (await visit.findUser()) !== null;
  // the link is a secret, so its page sends no referrer
  throw redirectDocument(isSignedIn ? '/user' : '/auth/login', 303);
}
