import { useRef, useState } from 'react';
import { formatTime } from '#contract/format.ts';
import { cartTexts } from '#messages/cart.ts';
import { api } from '../platform/api.ts';
import { setCart } from '../platform/cart-store.ts';
import { useLanguage, useTexts } from '../platform/language.ts';
import { getSessionId } from '../platform/session.ts';
import { Button } from '../ui/button.tsx';
import type { Hold } from './use-hold.ts';

/** Until when the tickets are held, as a time of day; near the end with a button that extends it. */
export function HoldNote({ hold }: { hold: Hold }) {
  const texts = useTexts(cartTexts);
  const language = useLanguage();
  const line = useRef<HTMLParagraphElement>(null);
  const [answer, setAnswer] = useState('');
  const [busy, setBusy] = useState(false);
  if (hold.end === null) return null;
  const time = formatTime(hold.end, language);
  const ending = hold.phase === 'ending';

  const extend = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const { data } = await api.call('extendCart', { body: { sessionId: getSessionId() } });
      setCart(data);
      setAnswer(texts.extended);
      // the button goes away: its focus must not
      line.current?.focus();
    } catch (error) {
      setAnswer(error instanceof Error ? error.message : texts.failed);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={ending ? 'hold hold--ending' : 'hold'}>
      {/* The warning tells the time, too; this line must be there to take the focus. */}
      <p ref={line} tabIndex={-1} className={ending ? 'visually-hidden' : undefined}>
        {texts.heldUntil({ time })}
      </p>
      <output>{answer}</output>
      <p role="alert">{ending && texts.holdEndsSoon({ time })}</p>
      {ending && (
        <Button kind="line" small aria-disabled={busy} onClick={() => void extend()}>
          {texts.extend}
        </Button>
      )}
    </div>
  );
}
