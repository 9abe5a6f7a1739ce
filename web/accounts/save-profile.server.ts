import { redirect } from 'react-router';
import { toEmail } from '#contract/fields.ts';
import { checkProfile, isNewEmail } from '#contract/forms.ts';
import { accountTexts, profileTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { refuse } from '../forms/submit.server.ts';
import type { FormProblem } from '../forms/use-form.ts';
import type { Visit, User } from '../platform/visit.ts';
import { profileOf, readProfile, toUserEntries } from './profile-values.ts';
import { findOtherCustomer } from './require-user.server.ts';

/** Saves the profile of the signed-in user; what is unchanged stays (api.md, Accounts). */
export async function saveProfile(visit: Visit, user: User, form: FormData) {
  const otherCustomer = findOtherCustomer(visit, user, form);
  if (otherCustomer !== null) return refuse('profile', null, otherCustomer);
  const typed = readProfile(form);
  // compared as it would be stored
  const values = { ...typed, email: toEmail(typed.email) };
  const saved = profileOf(user);
  // the step reports some errors only without the others
  const errors = checkProfile(values, saved, visit.language);
  if (Object.keys(errors).length > 0) return refuse('profile', form, { status: 422, errors });
  const entries = toUserEntries(values, saved);
  const { output, problem } = await visit.submit('account:update', entries, form);
  if (problem !== null) return refuse('profile', form, explain(visit, problem));
  const texts = pickTexts(profileTexts, visit.language);
  const { pendingEmail: email } = output;
  const text = email && isNewEmail(values.email, saved) ? texts.savedEmail({ email }) : texts.saved;
  visit.setFlash({ kind: 'success', text });
  throw redirect('/user/profile', 303);
}

/** The profile's own messages for invalid fields. */
function explain(visit: Visit, problem: FormProblem): FormProblem {
  const { emailTaken } = pickTexts(accountTexts, visit.language);
  if (problem.code === 'email_taken') return { ...problem, errors: { email: emailTaken } };
  if (problem.errors['current_password'] === undefined) return problem;
  const { currentPasswordWrong } = pickTexts(profileTexts, visit.language);
  return { ...problem, errors: { ...problem.errors, current_password: currentPasswordWrong } };
}
