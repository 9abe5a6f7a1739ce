import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { formatTime } from '#contract/format.ts';
import { cartTexts } from '#messages/cart.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { useHydrated } from '../platform/use-hydrated.ts';
import { useOnResult } from '../platform/use-on-result.ts';
import { announceCartChange } from '../platform/visit-storage.ts';
import { Button } from '../ui/button.tsx';
import { FormHiddenFields } from '../ui/form-hidden-fields.tsx';
import { SlowNote } from '../ui/spinner.tsx';
import type { CartResult } from './update-cart.server.ts';
import type { Hold } from './use-held-cart.ts';

/** The time until which the tickets are held; near the end with a button that extends it. */
export function HoldNote({ hold }: { hold: Hold }) {
  const texts = useTexts(cartTexts);
  const language = useLanguage();
  const line = useRef<HTMLParagraphElement>(null);
  const fetcher = useFetcher<CartResult>();
  const isHydrated = useHydrated();
  const [isExtended, setExtended] = useState(false);
  const isBusy = fetcher.state !== 'idle';
  useOnResult(fetcher, ({ problem }) => {
    setExtended(problem === null);
    if (problem !== null) return;
    announceCartChange();
  });
  const isEnding = hold.phase === 'ending';
  // the button disappears, so its focus must move
  useEffect(() => {
    if (isExtended && !isEnding) line.current?.focus();
  }, [isExtended, isEnding]);
  if (hold.end === null) return null;
  const time = formatTime(hold.end, language);
  const problem = isBusy ? undefined : fetcher.data?.problem;
  const isRefused = problem?.status === 409;
  const isFinal = hold.isFinal || isRefused;
  // near the end the alert shows the reason
  const said = isRefused && isEnding ? '' : (problem?.message ?? (isExtended && texts.extended));
  return (
    <div className={isEnding ? 'hold hold--ending' : 'hold'}>
      {/* The warning shows the time, too; this line must exist to take the focus. */}
      <p ref={line} tabIndex={-1} className={isEnding ? 'visually-hidden' : undefined}>
        {texts.heldUntil({ time })}
      </p>
      <output>{said}</output>
      <SlowNote busy={isBusy} />
      <p role="alert">
        {isEnding && (isFinal ? texts.holdEndsFinally({ time }) : texts.holdEndsSoon({ time }))}
      </p>
      {/* without scripts no clock runs: the button is always there */}
      {!isFinal && (isEnding || !isHydrated) && (
        <fetcher.Form
          method="post"
          action="/ticketshop"
          className={isEnding ? undefined : 'without-scripts'}
        >
          <FormHiddenFields />
          <Button
            type="submit"
            name="intent"
            value="extend"
            kind="line"
            small
            aria-disabled={isBusy || undefined}
          >
            {texts.extend}
          </Button>
        </fetcher.Form>
      )}
    </div>
  );
}
