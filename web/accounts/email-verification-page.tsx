import {
  redirect,
  useLoaderData,
  useRevalidator,
  type ClientLoaderFunctionArgs,
} from 'react-router';
import { accountTexts } from '#messages/accounts.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { platformTexts } from '#messages/platform.ts';
import { showAlertOnNextPage } from '../platform/alerts.ts';
import { ApiError } from '../platform/api-error.ts';
import { callOwnUrl } from '../platform/api.ts';
import { documentLanguage, useTexts } from '../platform/language.ts';
import { LocalLink } from '../platform/local-link.tsx';
import { AlertBox } from '../ui/alert-box.tsx';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { AccountScreen } from './account-screen.tsx';
import { FormResult } from './form-result.tsx';
import { verificationUrl } from './verification-url.ts';
import '../ui/field.css';

export { handle } from './account-header.ts';

type Outcome = 'invalid' | 'failed' | 'lost';

/** Fetches the url of the mail's link; on success to the personal area (product.md 2). */
export async function clientLoader({ url }: ClientLoaderFunctionArgs): Promise<Outcome> {
  const target = verificationUrl(url.searchParams.get('url'));
  if (target === null) return 'invalid';
  try {
    await callOwnUrl(target, { ownStatuses: true });
  } catch (error) {
    return error instanceof ApiError && error.status !== 0 ? 'failed' : 'lost';
  }
  showAlertOnNextPage('success', pickTexts(accountTexts, documentLanguage()).verified);
  throw redirect('/user');
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const texts = useTexts(accountTexts);
  return (
    <AccountScreen title={texts.verifyTitle}>
      <Spinner label={texts.verifying} />
    </AccountScreen>
  );
}

/** EmailVerification, when it did not lead on: why, and what to do. */
export default function EmailVerificationPage() {
  const outcome = useLoaderData<typeof clientLoader>();
  const { revalidate, state } = useRevalidator();
  const texts = useTexts(accountTexts);
  const { retry, offline } = useTexts(platformTexts);
  if (state === 'loading') return <HydrateFallback />;
  return (
    <AccountScreen title={texts.verifyTitle} failed>
      <FormResult>
        <AlertBox kind="danger">
          <p>{outcome === 'invalid' ? texts.verifyInvalid : texts.verifyFailed}</p>
        </AlertBox>
        <p className="form__note">{outcome === 'lost' ? offline : texts.verifyHelp}</p>
        {outcome !== 'invalid' && (
          <div className="button-row">
            <Button kind="line" onClick={() => void revalidate()}>
              {retry}
            </Button>
          </div>
        )}
        <LocalLink to="/user" className="text-link">
          {texts.toPersonalArea}
        </LocalLink>
      </FormResult>
    </AccountScreen>
  );
}
