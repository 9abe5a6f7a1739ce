import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { personalTexts } from '#messages/accounts.ts';
import { useTexts } from '../platform/language.ts';
import { FormHiddenFields } from '../ui/form-hidden-fields.tsx';
import { SlowNote } from '../ui/spinner.tsx';
import type { FormResponse } from '../ui/use-submission.ts';
import '../ui/field.css';

/** Says that the e-mail is not verified and sends the mail again (product.md 2 and 4). */
export function UnverifiedWarning({ email }: { email: string }) {
  const texts = useTexts(personalTexts);
  const fetcher = useFetcher<FormResponse<undefined> & { isSent?: boolean }>();
  const note = useRef<HTMLOutputElement>(null);
  const isBusy = fetcher.state !== 'idle';
  const isSent = fetcher.data?.isSent ?? false;
  const failure = isBusy ? undefined : fetcher.data?.problem?.message;
  useEffect(() => {
    // the link disappears, so its focus must move
    if (isSent) note.current?.focus();
  }, [isSent]);
  return (
    <div className="alert alert--info alert--inline personal__warning">
      <div>
        <p className="alert__title">{texts.unverifiedTitle}</p>
        <p>{texts.unverifiedText({ email })}</p>
        <output ref={note} tabIndex={-1} className="personal__resent">
          {isSent && texts.resent}
        </output>
        <SlowNote busy={isBusy} />
        {failure !== undefined && (
          <p role="alert" className="field__error">
            {texts.resendFailed}. {failure}
          </p>
        )}
        {!isSent && (
          <fetcher.Form
            method="post"
            action="/auth/resend-verification"
            onSubmit={(event) => isBusy && event.preventDefault()}
          >
            <FormHiddenFields />
            <button type="submit" className="text-link" aria-disabled={isBusy || undefined}>
              {isBusy ? texts.resending : texts.resend}
            </button>
          </fetcher.Form>
        )}
      </div>
    </div>
  );
}
