import { Outlet } from 'react-router';
import { frameTexts } from '#messages/office/frame.ts';
import { focusField } from '../../forms/form.tsx';
import { useFrame } from '../platform/use-frame.ts';
import { useTexts } from '../../platform/language.tsx';
import { ErrorFrame, OfficeFooter, StatusMessage } from './signed-out-frame.tsx';
import { Menu, OfficeHeader } from './office-header.tsx';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { staffTexts } from '#messages/office/staff.ts';

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

/** The dialog comes this long before the idle end (office.md 2.5). */
const WARNING_MINUTES = 2;

/** Asks shortly before the session ends whether somebody is still there; any request extends it. */
function IdleDialog() {
  const { idleMinutes } = useFrame();
  const texts = useTexts(staffTexts);
  const dialog = useRef<HTMLDialogElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const startTimer = useCallback(() => {
    clearTimeout(timer.current);
    const minutes = idleMinutes > WARNING_MINUTES ? idleMinutes - WARNING_MINUTES : idleMinutes / 2;
    // longer delays overflow and would fire at once
    if (minutes <= 0 || minutes > 30_000) return;
    timer.current = setTimeout(() => dialog.current?.showModal(), minutes * 60_000);
  }, [idleMinutes]);
  useEffect(() => {
    startTimer();
    return () => clearTimeout(timer.current);
  }, [startTimer]);
  const stay = async (): Promise<void> => {
    dialog.current?.close();
    await fetch(window.location.pathname, { method: 'HEAD' }).catch(() => undefined);
    startTimer();
  };
  if (idleMinutes <= 0) return null;
  return (
    <dialog ref={dialog} className="office-dialog" aria-labelledby="still-there">
      <h2 id="still-there">{texts.stillThere}</h2>
      <p>{texts.stillThereText}</p>
      <button type="button" className="button button--primary" onClick={() => void stay()}>
        {texts.stay}
      </button>
    </dialog>
  );
}
