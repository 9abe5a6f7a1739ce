import './account.css';
import './personal.css';
import { Form, type ShouldRevalidateFunction } from 'react-router';
import { formatDate, formatDayAndTime } from '#contract/format.ts';
import { profileTexts, sessionTexts } from '#messages/accounts.ts';
import { useLanguage, useTexts, LocalLink } from '../platform/language.tsx';
import { toPublicUser, shopContext } from '../platform/visit.ts';
import type { Route } from './+types/profile-page';
import { Button } from '../ui/button.tsx';
import { ComingSoon } from './coming-soon.tsx';
import { ProfileForm } from './profile-form.tsx';
import { userContext } from './require-user.server.ts';
import { saveProfile } from './save-profile.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const sessions = await context.get(shopContext).read('account:sessions', undefined);
  return { user: toPublicUser(context.get(userContext)()), sessions };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  return saveProfile(context.get(shopContext), context.get(userContext)(), form);
}

export { clientAction } from '../forms/client-action.ts';

/** After a refused form, too: another tab may have changed the account, or somebody else is signed in. */
export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  args.actionStatus === 409 || args.actionStatus === 422 || args.defaultShouldRevalidate;

/** Profile (product.md 2). */
export default function ProfilePage({ loaderData: { user, sessions } }: Route.ComponentProps) {
  const texts = useTexts(profileTexts);
  return (
    <div className="wrap page">
      <h1 className="page-title">{texts.title}</h1>
      <div className="profile__columns">
        <ProfileForm key={user.id} user={user} />
        <div className="profile__aside">
          <SessionsSection sessions={sessions} />
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

/** The devices on which the customer is signed in, and the button that signs all of them out. */
function SessionsSection({ sessions }: Pick<Route.ComponentProps['loaderData'], 'sessions'>) {
  const texts = useTexts(sessionTexts);
  const language = useLanguage();
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" className="profile__heading">
        {texts.title}
      </h2>
      <ul className="small profile__sessions">
        {sessions.map((session) => (
          <li key={`${session.createdAt} ${session.lastUsedAt} ${session.isCurrent}`}>
            {texts.since({ date: formatDate(session.createdAt, language) })}
            {', '}
            {session.isCurrent
              ? texts.current
              : texts.lastUsed({ date: formatDayAndTime(session.lastUsedAt, language, false) })}
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
