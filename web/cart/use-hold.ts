import { useEffect, useState } from 'react';
import { refetchCart, type Cart } from '../platform/cart-store.ts';
import { holdPhase, untilNextPhase, type HoldPhase } from './hold-phase.ts';

export interface Hold {
  phase: HoldPhase;
  /** When it ends, or has ended; null when this page never saw a ticket. */
  end: string | null;
}

/** Clocks differ a little; an early timer would find the hold still there. */
const CLOCK_GRACE_MS = 500;
/** Past the end the server is asked so often until it has let the tickets go. */
const ASK_AGAIN_MS = 2000;

/** Watches the hold of a cart. At its end the server is asked; only an empty cart has really ended. */
export function useHold(cart: Cart): Hold {
  const [now, setNow] = useState(() => Date.now());
  const [end, setEnd] = useState(cart.expires_at);
  if (cart.expires_at !== null && cart.expires_at !== end) setEnd(cart.expires_at);

  useEffect(() => {
    const wait = untilNextPhase(end, now);
    if (wait === null) return;
    const timer = setTimeout(() => setNow(Date.now()), wait + CLOCK_GRACE_MS);
    return () => clearTimeout(timer);
  }, [end, now]);

  const phase = holdPhase(end, now);
  const full = cart.items.length > 0;
  useEffect(() => {
    if (phase !== 'ended' || !full) return;
    const ask = () => void refetchCart().catch(() => undefined);
    ask();
    const timer = setInterval(ask, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [phase, full]);

  useEffect(() => {
    // timers stand still while a phone sleeps
    const wake = () => setNow(Date.now());
    document.addEventListener('visibilitychange', wake);
    return () => document.removeEventListener('visibilitychange', wake);
  }, []);

  if (full) return { phase: phase === 'ended' ? 'ending' : phase, end };
  return { phase: phase === 'ended' ? 'ended' : 'none', end };
}
