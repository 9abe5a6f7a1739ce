import { useEffect, useEffectEvent, useState } from 'react';
import type { Cart } from '#contract/visit.ts';
import { useVisit } from '../platform/use-visit.ts';
import { holdPhase, untilNextPhase, type HoldPhase } from './hold-phase.ts';

export interface Hold {
  phase: HoldPhase;
  /** When it ends, or has ended; null when this page never saw a ticket. */
  end: string | null;
}

/** Clocks differ a little; an early timer would find the hold still there. */
const CLOCK_GRACE_MS = 500;
/** Past the end the cart is loaded this often, until the server has released its tickets. */
const RELOAD_MS = 2000;

/**
 * Watches the hold of a cart. At its end the cart is loaded again; only an empty one has really ended.
 *
 * @param loadedAt in ms: the clock of the server, until the page is hydrated
 */
export function useHold(cart: Cart, loadedAt?: number): Hold {
  const [now, setNow] = useState(() => loadedAt ?? Date.now());
  const { reload } = useVisit();
  const reloadNow = useEffectEvent(reload);
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
    reloadNow();
    const timer = setInterval(() => reloadNow(), RELOAD_MS);
    return () => clearInterval(timer);
  }, [phase, full]);

  useEffect(() => {
    // timers stand still while a phone sleeps
    const wake = () => setNow(Date.now());
    wake();
    document.addEventListener('visibilitychange', wake);
    return () => document.removeEventListener('visibilitychange', wake);
  }, []);

  if (full) return { phase: phase === 'ended' ? 'ending' : phase, end };
  return { phase: phase === 'ended' ? 'ended' : 'none', end };
}
