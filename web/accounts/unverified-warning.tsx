import { useRef, useState } from 'react';
import { personalTexts } from '#messages/accounts.ts';
import { api } from '../platform/api.ts';
import { useTexts } from '../platform/language.ts';
import '../ui/field.css';

/** Says that the e-mail is not verified and sends the mail again (product.md 2 and 4). */
export function UnverifiedWarning({ email }: { email: string }) {
  const texts = useTexts(personalTexts);
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [failure, setFailure] = useState('');
  const note = useRef<HTMLOutputElement>(null);

  const resend = async () => {
    if (state === 'busy') return;
    setState('busy');
    setFailure('');
    try {
      await api.call('resendVerification');
      setState('sent');
      // the link goes away: its focus must not
      note.current?.focus();
    } catch (error) {
      setState('idle');
      setFailure(error instanceof Error ? error.message : '');
    }
  };

  return (
    <div className="alert alert--info alert--inline personal__warning">
      <div>
        <p className="alert__title">{texts.unverifiedTitle}</p>
        <p>{texts.unverifiedText({ email })}</p>
        <output ref={note} tabIndex={-1} className="personal__resent">
          {state === 'sent' && texts.resent}
        </output>
        {failure !== '' && (
          <p role="alert" className="field__error">
            {texts.resendFailed}. {failure}
          </p>
        )}
        {state !== 'sent' && (
          <button
            type="button"
            className="text-link"
            aria-disabled={state === 'busy' || undefined}
            onClick={() => void resend()}
          >
            {state === 'busy' ? texts.resending : texts.resend}
          </button>
        )}
      </div>
    </div>
  );
}
