import { useEffect, useRef, type ReactNode } from 'react';

/** Stands where a form stood and takes its focus, so that nobody is left at the page's start. */
export function FormResult({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div className="form__result" ref={place} tabIndex={-1}>
      {children}
    </div>
  );
}
