import { toEmail } from '#contract/fields.ts';
import type { User } from '#contract/visit.ts';
import { accountTexts, profileTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { endForm, invalidForm, onceByKey, refillForm } from '../forms/submit.server.ts';
import { checkProfile, isNewEmail, profileOf, readProfile, toUserBody } from './profile-values.ts';
import { findOtherCustomer } from './require-user.server.ts';
import type { Visit } from '../platform/visit.ts';

/** Saves the profile of the signed-in user; what is unchanged stays (api.md, Accounts). */
export async function saveProfile(visit: Visit, user: User, form: FormData) {
  const otherCustomer = findOtherCustomer(visit, user, form);
  // without values: the page shows those of the signed-in user
  if (otherCustomer !== null) return refillForm(otherCustomer, undefined);
  const posted = readProfile(form);
  // compared as it would be stored
  const values = { ...posted, email: toEmail(posted.email) };
  const saved = profileOf(user);
  const {
    password: _new,
    password_confirmation: _again,
    current_password: _old,
    ...typed
  } = posted;
  // the API reports some errors only without the others
  const errors = checkProfile(values, saved, visit.language);
  if (Object.values(errors).some(Boolean)) {
    return refillForm(invalidForm('', errors), typed);
  }
  const input = { params: { id: user.id }, body: toUserBody(values, saved) };
  const { response, problem } = await visit.call('updateUser', input, onceByKey(form));
  if (problem !== null) return refillForm(explain(visit, problem), typed);
  const texts = pickTexts(profileTexts, visit.language);
  const { email_pending: pending } = response.data.user_data;
  const hasNewEmail = pending !== null && isNewEmail(values.email, saved);
  const savedMessage = hasNewEmail ? texts.savedEmail({ email: pending }) : texts.saved;
  const end = { to: '/user/profile', success: savedMessage, result: { savedMessage } };
  return endForm(visit, form, end);
}

type Problem = Parameters<typeof refillForm>[0];

/** The profile's own messages for invalid fields. */
function explain(visit: Visit, problem: Problem): Problem {
  const { emailTaken } = pickTexts(accountTexts, visit.language);
  if (problem.code === 'email_taken') return { ...problem, errors: { email: emailTaken } };
  if (problem.errors.current_password === undefined) return problem;
  const { currentPasswordWrong } = pickTexts(profileTexts, visit.language);
  return { ...problem, errors: { ...problem.errors, current_password: currentPasswordWrong } };
}
