import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { frameTexts } from '#messages/office/frame.ts';
import { focusField } from '../../ui/error-summary.tsx';
import { useFrame, useTexts } from '../platform/use-frame.ts';
import { ErrorFrame } from './signed-out-frame.tsx';
import { IdleDialog } from './idle-dialog.tsx';
import { Menu, OfficeHeader } from './office-header.tsx';
import { OfficeFooter } from './office-footer.tsx';
import { StatusMessage } from './status-message.tsx';

/** The frame of every page after the sign-in (office.md 1, Frame). */
export default function OfficeLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** A page that may not be opened, does not exist or failed, in the same frame. */
export function ErrorBoundary() {
  const { staff } = useFrame();
  if (staff === null) return <ErrorFrame />;
  return (
    <Frame>
      <ErrorFrame isInFrame />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const texts = useTexts(frameTexts);
  return (
    <>
      <a
        className="visually-hidden skip-link"
        href="#content"
        onClick={(event) => focusField(event, 'content')}
      >
        {texts.skip}
      </a>
      <OfficeHeader />
      <div className="office-columns">
        <Menu />
        <main id="content" className="office-main" tabIndex={-1}>
          <StatusMessage />
          {children}
        </main>
      </div>
      <IdleDialog />
      <OfficeFooter />
    </>
  );
}
