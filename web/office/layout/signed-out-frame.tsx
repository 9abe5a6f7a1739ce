import type { ReactNode } from 'react';
import { frameTexts } from '#messages/office/frame.ts';
import { useFrame, useTexts } from '../platform/use-frame.ts';

/** The frame of pages without a session: the festival's name, the page, help. */
export function SignedOutFrame({ children }: { children: ReactNode }) {
  const { festival, isDemo, phone } = useFrame();
  const texts = useTexts(frameTexts);
  return (
    <>
      <header>
        {isDemo && (
          <p className="office-demo" role="note">
            {texts.demo}
          </p>
        )}
        <div className="office-header">
          <a className="office-header__festival" href="/">
            {festival}
          </a>
        </div>
      </header>
      <main className="office-main office-main--alone">{children}</main>
      <footer className="office-footer">
        <details>
          <summary>{texts.help}</summary>
          <p>{texts.helpText({ phone })}</p>
          <p>{texts.handbook}</p>
        </details>
      </footer>
    </>
  );
}
