import { staffTexts } from '#messages/office/staff.ts';
import { Field } from '../../forms/fields.tsx';
import { QrPicture } from '../ui/qr-picture.tsx';
import { useTexts } from '../../platform/language.tsx';
import { type FormState } from '../../forms/use-form.ts';
import { useRef, useState, useSyncExternalStore } from 'react';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { OutputOf } from '../platform/office-context.ts';

type NewKeyData = OutputOf<'staff:invitation'>['newKey'];
/** Options of WebAuthn, in the format of the browser's library. */
type PasskeyOptions = object;

/** The two factors: password, and a code of the app or a recovery code. */
export function SignInFields({ codeHint }: { codeHint: string }) {
  const texts = useTexts(staffTexts);
  return (
    <>
      <Field
        name="password"
        label={texts.password}
        type="password"
        autoComplete="current-password"
      />
      <Field
        name="code"
        label={texts.code}
        hint={codeHint}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </>
  );
}

/** A new password, entered twice. */
export function StaffPasswordFields({ state }: { state: FormState }) {
  const texts = useTexts(staffTexts);
  return (
    <>
      <Field
        name="password"
        label={texts.password}
        hint={texts.passwordHint}
        type="password"
        autoComplete="new-password"
        error={state.error('password')}
      />
      <Field
        name="password_repeat"
        label={texts.passwordRepeat}
        type="password"
        autoComplete="new-password"
        error={state.error('password_repeat')}
      />
    </>
  );
}

/** A new key for one-time codes: as QR code, as text, and as a link that opens an app on this device. */
export function NewKey({ newKey }: { newKey: NewKeyData }) {
  const texts = useTexts(staffTexts);
  const { qr, key, uri } = newKey;
  return (
    <div className="office-key">
      <p>{texts.keyText}</p>
      <QrPicture qr={qr} label={texts.qrText} />
      <div className="field">
        <label className="field__label" htmlFor="key">
          {texts.key}
        </label>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its own role, status, is for news */}
        <output id="key" role="group" className="office-key__text">
          {key}
        </output>
      </div>
      <p>
        <a href={uri}>{texts.openApp}</a>
      </p>
    </div>
  );
}

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
