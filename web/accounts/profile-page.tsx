import { useState } from 'react';
import { useLoaderData, type ClientLoaderFunctionArgs } from 'react-router';
import { profileTexts } from '#messages/accounts.ts';
import { NeedsScript } from '../layout/needs-script.tsx';
import { requireUser } from '../platform/guards.ts';
import { useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { ComingSoon } from './coming-soon.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useLeaveWhenSignedOut } from './use-leave-when-signed-out.ts';
import './account.css';
import './personal.css';

export async function clientLoader({ url }: ClientLoaderFunctionArgs) {
  return { user: await requireUser(url) };
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { title } = useTexts(profileTexts);
  return (
    <div className="wrap page">
      <PageHead title={title} noindex />
      <h1 className="page-title">{title}</h1>
      <NeedsScript to="account" />
      <Spinner page />
    </div>
  );
}

/** Profile (product.md 2; clarifications.md, Pages). */
export default function ProfilePage() {
  const { user } = useLoaderData<typeof clientLoader>();
  const texts = useTexts(profileTexts);
  const [failed, setFailed] = useState(false);
  useLeaveWhenSignedOut();
  return (
    <div className="wrap page">
      <PageHead title={texts.title} failed={failed} noindex />
      <h1 className="page-title">{texts.title}</h1>
      <div className="profile__columns">
        <ProfileForm user={user} onFailed={setFailed} />
        <ComingSoon>
          <p>{texts.comingSoonText}</p>
          <LocalLink to="/contact" className="text-link text-link--quiet">
            {texts.writeToUs}
          </LocalLink>
        </ComingSoon>
      </div>
    </div>
  );
}
