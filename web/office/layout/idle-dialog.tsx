import { useCallback, useEffect, useRef } from 'react';
import { staffTexts } from '#messages/office/staff.ts';
import { useFrame, useTexts } from '../platform/use-frame.ts';

/** The dialog comes this long before the idle end (office.md 2.5). */
const WARNING_MINUTES = 2;

/** Asks shortly before the session ends whether somebody is still there; any request extends it. */
export function IdleDialog() {
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
