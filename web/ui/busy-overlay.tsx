import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.ts';
import { Spinner, useTakesLong } from './spinner.tsx';

interface BusyOverlayProps {
  open: boolean;
  /** Its heading, e.g. "Zahlung läuft"; gets the focus. */
  title: string;
  /** The current step, announced when it changes. */
  text?: string;
}

const LONG_MS = 10_000;

/** The page's own parts. A card provider adds its authentication to the body, where it stays usable. */
const PAGE_PARTS = ':scope > :is(header, main, footer, .skip-links, .alert-region)';

/** Covers the page while a process must not be disturbed; the visitor cannot close it. */
export function BusyOverlay({ open, ...rest }: BusyOverlayProps) {
  return open ? createPortal(<Overlay {...rest} />, document.body) : null;
}

/**
 * Not `showModal`: the browser's top layer would cover the bank's authentication, which the card
 * provider shows in a frame of the page. The rest of the page is made inert instead.
 */
function Overlay({ title, text }: Omit<BusyOverlayProps, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const long = useTakesLong(true, LONG_MS);
  const texts = useTexts(platformTexts);

  useEffect(() => {
    const parts = [...document.body.querySelectorAll<HTMLElement>(PAGE_PARTS)];
    for (const part of parts) part.inert = true;
    dialog.current?.show();
    dialog.current?.querySelector('h2')?.focus();
    return () => {
      for (const part of parts) part.inert = false;
    };
  }, []);

  return (
    <dialog ref={dialog} className="busy" aria-modal="true" aria-labelledby="busy-title">
      <h2 id="busy-title" tabIndex={-1}>
        {title}
      </h2>
      <Spinner slow />
      <output>{[text, long && texts.takesLonger].filter(Boolean).join(' ')}</output>
    </dialog>
  );
}
