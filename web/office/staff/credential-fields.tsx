import { staffTexts } from '#messages/office/staff.ts';
import { Field } from '../../ui/field.tsx';
import { useTexts } from '../platform/use-frame.ts';
import type { FormState } from '../ui/office-form.tsx';
import type { NewKey as NewKeyData } from '#contract/office/staff-queries.ts';

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
      <svg
        className="office-key__qr"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an inline drawing has no address for `img`
        role="img"
        aria-label={texts.qrText}
        shapeRendering="crispEdges"
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
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
