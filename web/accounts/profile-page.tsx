import './account.css';
import './personal.css';
import { Form, type ShouldRevalidateFunction } from 'react-router';
import type { ResponseOf } from '#contract/endpoints.ts';
import { formatDate, formatDayAndTime } from '#contract/format.ts';
import { profileTexts, sessionTexts, accountTexts } from '#messages/accounts.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { orProblem } from '../platform/or-problem.ts';
import { toPublicUser, shopContext } from '../platform/visit.ts';
import type { Route } from './+types/profile-page';
import { Button } from '../ui/button.tsx';
import { ComingSoon } from './coming-soon.tsx';
import { ProfileForm } from './profile-form.tsx';
import { userContext, findOtherCustomer } from './require-user.server.ts';
import type { User, Visit } from '#contract/visit.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { endForm, invalidForm, onceByKey, refillForm } from '../platform/form-data.server.ts';
import { checkProfile, isNewEmail, profileOf, readProfile, toUserBody } from './profile-values.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { data: sessions } = await context.get(shopContext).load('listSessions', {});
  return { user: toPublicUser(context.get(userContext)()), sessions, formKey: crypto.randomUUID() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  return saveProfile(context.get(shopContext), context.get(userContext)(), form);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orProblem(serverAction);

/** After 409 the page loads again: somebody else is signed in. */
export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  args.actionStatus === 409 || args.defaultShouldRevalidate;

/** Profile (product.md 2). */
export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const texts = useTexts(profileTexts);
  return (
    <div className="wrap page">
      <h1 className="page-title">{texts.title}</h1>
      <div className="profile__columns">
        <ProfileForm user={loaderData.user} formKey={loaderData.formKey} posted={actionData} />
        <div className="profile__aside">
          <SessionsSection sessions={loaderData.sessions} />
          <ComingSoon>
            <p>{texts.comingSoonText}</p>
            <LocalLink to="/contact" className="text-link text-link--quiet">
              {texts.writeToUs}
            </LocalLink>
          </ComingSoon>
        </div>
      </div>
    </div>
  );
}

interface SessionsSectionProps {
  sessions: ResponseOf<'listSessions'>['data'];
}

/** The devices on which the customer is signed in, and the button that signs all of them out. */
function SessionsSection({ sessions }: SessionsSectionProps) {
  const texts = useTexts(sessionTexts);
  const language = useLanguage();
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" className="profile__heading">
        {texts.title}
      </h2>
      <ul className="small profile__sessions">
        {sessions.map((session) => (
          <li key={`${session.created_at} ${session.last_used_at} ${session.current}`}>
            {texts.since({ date: formatDate(session.created_at, language) })}
            {', '}
            {session.current
              ? texts.current
              : texts.lastUsed({ date: formatDayAndTime(session.last_used_at, language, false) })}
          </li>
        ))}
      </ul>
      <Form method="post" action="/auth/logout">
        <input type="hidden" name="everywhere" value="1" />
        <Button type="submit" kind="line">
          {texts.logOutEverywhere}
        </Button>
      </Form>
    </section>
  );
}

/** Saves the profile of the signed-in user; what is unchanged stays (api.md, Accounts). */
async function saveProfile(visit: Visit, user: User, form: FormData) {
  const otherCustomer = findOtherCustomer(visit, user, form);
  // without values: the page shows those of the signed-in user
  if (otherCustomer !== null) return refillForm(otherCustomer, undefined);
  const values = readProfile(form);
  const saved = profileOf(user);
  const {
    password: _new,
    password_confirmation: _again,
    current_password: _old,
    ...typed
  } = values;
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
