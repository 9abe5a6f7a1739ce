import { useEffect, useRef } from 'react';

/** For the heading of what took the place of something focused: takes the focus only if nothing has it. */
export function useFocusIfLost<Element extends HTMLElement>() {
  const target = useRef<Element>(null);
  useEffect(() => {
    if (document.activeElement === document.body) target.current?.focus();
  }, []);
  return target;
}
