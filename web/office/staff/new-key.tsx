import type { NewKey as NewKeyData } from '#contract/office/staff-queries.ts';
import { staffTexts } from '#messages/office/staff.ts';
import { useTexts } from '../platform/use-frame.ts';

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
