import { frameTexts } from '#messages/office/frame.ts';
import { useFrame, useTexts } from '../platform/use-frame.ts';

/** Where to find help. */
export function OfficeFooter() {
  const { phone } = useFrame();
  const texts = useTexts(frameTexts);
  return (
    <footer className="office-footer">
      <details>
        <summary>{texts.help}</summary>
        <p>{texts.helpText({ phone })}</p>
        <p>{texts.handbook}</p>
      </details>
    </footer>
  );
}
