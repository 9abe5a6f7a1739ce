import { useEffect, useState, useRef } from 'react';
import { platformTexts } from '#messages/platform.ts';
import { useTexts } from '../platform/language.tsx';
import { createPortal } from 'react-dom';

interface SpinnerProps {
  /** "Lädt" by default. */
  label?: string;
  slow?: boolean;
}

/** Loading: one ridge line drawn back and forth, with a word. */
export function Spinner({ label, slow }: SpinnerProps) {
  const texts = useTexts(platformTexts);
  return (
    <output className={slow ? 'spinner spinner--slow' : 'spinner'}>
      <svg viewBox="0 0 120 40" aria-hidden="true">
        <path pathLength="100" d="M0 36H22L42 8L53 22L62 14L84 36H120" />
      </svg>
      <span>{label ?? texts.loading}</span>
    </output>
  );
}

/** Says so, politely, when something takes longer than people expect. */
export function SlowNote({ busy }: { busy: boolean }) {
  const { takesLonger } = useTexts(platformTexts);
  return <output className="small">{useTakesLong(busy) && takesLonger}</output>;
}

/** Longer than people expect. */
const SLOW_MS = 4000;

/** Whether something has been busy for longer than `ms`. */
export function useTakesLong(isBusy: boolean, ms = SLOW_MS): boolean {
  const [isLong, setLong] = useState(false);
  if (isLong && !isBusy) setLong(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setLong(true), ms);
    return () => clearTimeout(timer);
  }, [isBusy, ms]);
  return isLong;
}

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
