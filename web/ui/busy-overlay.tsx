import { useEffect, useRef, useState } from 'react';
import { uiTexts } from '#messages/ui.ts';
import { useTexts } from '../platform/language.ts';
import { Spinner } from './spinner.tsx';

interface BusyOverlayProps {
  open: boolean;
  /** Its heading, e.g. "Zahlung läuft"; gets the focus. */
  title: string;
}

const LONG_MS = 10_000;

/** Covers the page while something must not be disturbed; cannot be closed by hand. */
export function BusyOverlay({ open, title }: BusyOverlayProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [long, setLong] = useState(false);
  const texts = useTexts(uiTexts);

  useEffect(() => {
    if (!open) return;
    const element = dialog.current;
    element?.showModal();
    element?.querySelector('h2')?.focus();
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
      element?.close();
    };
  }, [open]);

  return (
    <dialog
      ref={dialog}
      className="busy"
      aria-labelledby="busy-title"
      onCancel={(e) => e.preventDefault()}
    >
      <h2 id="busy-title" tabIndex={-1}>
        {title}
      </h2>
      <Spinner slow />
      <p role="status">{long ? texts.takesLonger : ''}</p>
    </dialog>
  );
}
