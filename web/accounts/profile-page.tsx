import { profileTexts } from '#messages/accounts.ts';
import { useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { newId } from '../platform/new-id.ts';
import { orProblem } from '../platform/or-problem.ts';
import { shopContext } from '../platform/shop-context.ts';
import type { Route } from './+types/profile-page';
import { ComingSoon } from './coming-soon.tsx';
import { ProfileForm } from './profile-form.tsx';
import { userContext } from './require-user.server.ts';
import { saveProfile } from './save-profile.server.ts';
import { SessionsSection } from './sessions-section.tsx';
import './account.css';
import './personal.css';

export async function loader({ context }: Route.LoaderArgs) {
  const { access_token: _secret, ...user } = context.get(userContext);
  const { data: sessions } = await context.get(shopContext).load('listSessions', {});
  return { user, sessions, formKey: newId() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  return saveProfile(context.get(shopContext), context.get(userContext), form);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orProblem(serverAction);

/** Profile (product.md 2; clarifications.md, Pages). */
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
