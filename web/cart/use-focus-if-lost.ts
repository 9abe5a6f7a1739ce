import { useLayoutEffect, useRef } from 'react';

/** For the heading of what took the place of something focused: takes the focus only if nothing has it. */
export function useFocusIfLost<Element extends HTMLElement>() {
  const target = useRef<Element>(null);
  // before keep-focus.ts finds a place for it
  useLayoutEffect(() => {
    if (document.activeElement === document.body) target.current?.focus();
  }, []);
  return target;
}
