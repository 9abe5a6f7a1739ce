import type { ReactNode } from 'react';
import { useFrame } from '../platform/use-frame.ts';
import { DemoNote } from './demo-note.tsx';
import { OfficeFooter } from './office-footer.tsx';
import { StatusMessage } from './status-message.tsx';

/** The frame of pages without a session: the festival's name, the result of the last command, the page, help. */
export function SignedOutFrame({ children }: { children: ReactNode }) {
  const { festival } = useFrame();
  return (
    <>
      <header>
        <DemoNote />
        <div className="office-header">
          <a className="office-header__festival" href="/">
            {festival}
          </a>
        </div>
      </header>
      <main className="office-main office-main--alone">
        <StatusMessage />
        {children}
      </main>
      <OfficeFooter />
    </>
  );
}
