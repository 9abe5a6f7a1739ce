import { redirect } from 'react-router';
import { staffTexts } from '#messages/office/staff.ts';
import { officeContext } from '../platform/office-context.ts';
import { findPageOfFile, returnPath, submitForm } from '../platform/submit-form.server.ts';
import { useFrame } from '../platform/use-frame.ts';
import { useTexts } from '../../platform/language.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { OfficeTitle } from '../ui/office-title.tsx';
import type { Route } from './+types/confirm-identity-page';
import { PasskeyButton, SignInFields } from './credential-fields.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const to = returnPath(url.searchParams.get('to'));
  if (office.isConfirmed) throw redirect(to, 303);
  return { ...(await office.read('staff:confirm-page', {})), pageOfFile: findPageOfFile(to) };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const office = context.get(officeContext);
  // sent twice: the code counted once, and the second response is the first one's
  if (office.isConfirmed) throw redirect(returnPath(url.searchParams.get('to')), 303);
  return await submitForm(office, await request.formData(), {
    command: 'staff:step-up',
    to({ token }) {
      office.setSession(String(token));
      return returnPath(url.searchParams.get('to'));
    },
    say: () => staffTexts.confirmed[office.language],
  });
}

/** Asks for both factors again, before a command that matters (office.md 2.6). */
export default function ConfirmIdentityPage({ loaderData }: Route.ComponentProps) {
  const texts = useTexts(staffTexts);
  const { staff } = useFrame();
  const state = useForm('confirm');
  const { pageOfFile } = loaderData;
  return (
    <>
      <OfficeTitle title={texts.confirmTitle} />
      <p>{texts.confirmText}</p>
      <FormShell form={state} isForFile={pageOfFile !== null}>
        <SignInFields codeHint={staff?.isDemo === true ? texts.confirmDemo : texts.codeHint} />
        {/* a browser that downloads a file stays on this page */}
        {pageOfFile !== null && <p>{texts.downloadStarts}</p>}
        <button className="button button--primary">{texts.confirm}</button>
        <PasskeyButton
          label={texts.confirmWithPasskey}
          kind="get"
          options={loaderData.passkeyRequest}
        />
      </FormShell>
      {pageOfFile !== null && (
        <div className="office-buttons">
          <a href={pageOfFile} className="button button--line">
            {texts.backToPage}
          </a>
        </div>
      )}
    </>
  );
}
