import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useBrowserValue } from '../platform/store.ts';

interface TextAreaText {
  ref: RefObject<HTMLTextAreaElement | null>;
  defaultValue: string | undefined;
}

/** The text of an area before hydration; the selection if the area has the focus. */
interface TypedText {
  text: string;
  selection: [start: number, end: number] | null;
}

/**
 * The props of a text area that keeps text and selection from before hydration: React 19 writes the default
 * text over it (`initTextarea` in react-dom), for text areas only.
 */
export function useTypedText(id: string, defaultText: string | undefined): TextAreaText {
  const ref = useRef<HTMLTextAreaElement>(null);
  const isHydrated = useBrowserValue(() => true, false);
  const [typed] = useState(() => (isHydrated ? null : findTypedText(id)));
  useLayoutEffect(() => {
    if (typed?.selection) ref.current?.setSelectionRange(...typed.selection);
  }, [typed]);
  return { ref, defaultValue: isHydrated ? defaultText : (typed?.text ?? defaultText) };
}

function findTypedText(id: string): TypedText | null {
  if (typeof document === 'undefined') return null;
  const area = document.getElementById(id);
  if (!(area instanceof HTMLTextAreaElement)) return null;
  const isFocused = document.activeElement === area;
  return {
    text: area.value,
    selection: isFocused ? [area.selectionStart, area.selectionEnd] : null,
  };
}
