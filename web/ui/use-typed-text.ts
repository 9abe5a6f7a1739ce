import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Until the first text area has been hydrated or rendered: a later one replaces no HTML of the server. */
let isFirstPage = true;

/**
 * A ref for a text area that keeps what was typed before hydration: React 19 sets the default text again
 * (`initTextarea` in react-dom), for text areas only.
 */
export function useTypedText(id: string): RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed] = useState(() => (isFirstPage ? findTypedText(id) : null));
  useLayoutEffect(() => {
    const element = area.current;
    if (typed === null || element === null) return;
    // any other text was typed after React had set the default
    if (element.value === element.defaultValue) element.value = typed;
  }, [typed]);
  useEffect(() => {
    isFirstPage = false;
  }, []);
  return area;
}

function findTypedText(id: string): string | null {
  if (typeof document === 'undefined') return null;
  const element = document.getElementById(id);
  return element instanceof HTMLTextAreaElement ? element.value : null;
}
