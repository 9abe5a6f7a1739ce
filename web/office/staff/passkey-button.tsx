import { useRef, useState, useSyncExternalStore } from 'react';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { PasskeyOptions } from '#contract/office/staff-queries.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { useTexts } from '../platform/use-frame.ts';

interface PasskeyButtonProps {
  label: string;
  /** Create a passkey, or sign with one. */
  kind: 'create' | 'get';
  options: PasskeyOptions;
}

/**
 * Requests a passkey from the browser and sends the form around it; shown only where scripts and passkeys work. Its
 * space is reserved until hydration: a page that moves under a pressed button loses the click.
 */
export function PasskeyButton({ label, kind, options }: PasskeyButtonProps) {
  const texts = useTexts(staffTexts);
  const field = useRef<HTMLInputElement>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const isPossible = useSyncExternalStore(neverChanges, hasPasskeys, () => null);
  const begin = async (): Promise<void> => {
    const input = field.current;
    if (input === null) return;
    try {
      input.value = JSON.stringify(await requestCredential(kind, options));
      input.disabled = false;
      // a passkey needs none of the other fields
      input.form?.submit();
    } catch {
      setHasFailed(true);
    }
  };
  if (isPossible === false) return null;
  const waiting = isPossible === null ? ' office-passkey--waiting' : '';
  return (
    <div className={`office-passkey${waiting}`}>
      <input ref={field} type="hidden" name="passkey" disabled />
      <button type="button" className="button button--line" onClick={() => void begin()}>
        {label}
      </button>
      {hasFailed && <p role="alert">{texts.passkeyStopped}</p>}
    </div>
  );
}

/** Whether a browser supports passkeys does not change while a page is open. */
const neverChanges = () => () => undefined;
const hasPasskeys = () => 'PublicKeyCredential' in window;

/** Loads the library on first use. */
async function requestCredential(kind: 'create' | 'get', options: PasskeyOptions): Promise<object> {
  const { startAuthentication, startRegistration } = await import('@simplewebauthn/browser');
  return kind === 'create'
    ? await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
    : await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
}
