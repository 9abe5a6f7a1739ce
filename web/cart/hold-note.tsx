import { useEffect, useRef, useState, useEffectEvent } from 'react';
import { formatTime } from '#contract/format.ts';
import { cartTexts } from '#messages/cart.ts';
import { useLanguage, useTexts } from '../platform/language.tsx';
import { useHydrated } from '../platform/use-hydrated.ts';
import { FormToken } from '../forms/form.tsx';
import { useForm, type FormState } from '../forms/use-form.ts';
import { announceCartChange } from '../platform/visit-storage.ts';
import { Button } from '../ui/button.tsx';
import { SlowNote } from '../ui/spinner.tsx';
import { HOLD_WARNING_MINUTES } from '#contract/constants.ts';
import { useLoadedVisit } from '../platform/use-visit.ts';
import type { Cart } from '../platform/visit.ts';

/** The time until which the tickets are held; near the end with a button that extends it. */
export function HoldNote({ hold }: { hold: Hold }) {
  const texts = useTexts(cartTexts);
  const language = useLanguage();
  const line = useRef<HTMLParagraphElement>(null);
  const isHydrated = useHydrated();
  const [isExtended, setExtended] = useState(false);
  const form = useForm('hold', {
    stays: true,
    onAccepted() {
      setExtended(true);
      announceCartChange();
    },
  });
  const { isBusy, problem } = form;
  const isEnding = hold.phase === 'ending';
  // the button disappears, so its focus must move
  useEffect(() => {
    if (isExtended && !isEnding) line.current?.focus();
  }, [isExtended, isEnding]);
  if (hold.end === null) return null;
  const time = formatTime(hold.end, language);
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
        <ExtendForm form={form} className={isEnding ? undefined : 'without-scripts'} />
      )}
    </div>
  );
}

interface ExtendFormProps {
  form: FormState;
  className: string | undefined;
}

function ExtendForm({ form, className }: ExtendFormProps) {
  const texts = useTexts(cartTexts);
  const stay = useRef<HTMLInputElement>(null);
  const { Form } = form;
  return (
    <Form
      {...form.props}
      onSubmit={(event) => {
        // only now it is certain that the form is sent beside the page
        if (stay.current) stay.current.disabled = false;
        form.props.onSubmit(event);
      }}
      method="post"
      action="/ticketshop"
      className={className}
    >
      <input type="hidden" name="form" value={form.name} />
      <input ref={stay} type="hidden" name="stay" value="1" disabled />
      <FormToken />
      <Button
        type="submit"
        name="intent"
        value="extend"
        kind="line"
        small
        aria-disabled={form.isBusy || undefined}
      >
        {texts.extend}
      </Button>
    </Form>
  );
}

/** `ending`: two minutes or less before the end (product.md 12). */
type HoldPhase = 'none' | 'running' | 'ending' | 'ended';

export interface Hold {
  phase: HoldPhase;
  /** When the hold ends, or has ended; null when this page has never had a ticket. */
  end: string | null;
  /** Whether the hold can no longer be extended. */
  isFinal: boolean;
}

/** Clocks differ a little; an early timer would find the hold still active. */
const CLOCK_GRACE_MS = 500;
/** Past the end the cart is loaded with growing pauses, until the server has released its tickets. */
const FIRST_RELOAD_MS = 2000;
const MAX_RELOAD_MS = 60_000;

/**
 * The cart of a step of the shop, and its hold. At the hold's end the cart is loaded again; only an empty one has
 * really ended. The device's clock may be hours off: it only measures how long ago the server's time was read.
 *
 * @param loadedAt the server's time, in ms
 */
export function useHeldCart(loaded: Cart, loadedAt: number): { cart: Cart; hold: Hold } {
  const { cart: visited, reload } = useLoadedVisit();
  const cart = useLatestCart(loaded, visited);
  const [now, setNow] = useState(loadedAt);
  const reloadNow = useEffectEvent(reload);
  const [end, setEnd] = useState(cart.expiresAt);
  if (cart.expiresAt !== null && cart.expiresAt !== end) setEnd(cart.expiresAt);

  const ahead = useRef(0);
  const readClock = useEffectEvent(() => setNow(Date.now() + ahead.current));
  useEffect(() => {
    ahead.current = loadedAt - Date.now();
    readClock();
    // timers stop while a phone sleeps
    const onChange = () => readClock();
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, [loadedAt]);

  useEffect(() => {
    const wait = untilNextPhase(end, now);
    if (wait === null) return;
    const timer = setTimeout(() => readClock(), wait + CLOCK_GRACE_MS);
    return () => clearTimeout(timer);
  }, [end, now]);

  const phase = holdPhase(end, now);
  const full = cart.items.length > 0;
  useEffect(() => {
    if (phase !== 'ended' || !full) return;
    let timer: ReturnType<typeof setTimeout>;
    const reloadAgain = (pause: number) => {
      reloadNow();
      timer = setTimeout(() => reloadAgain(Math.min(MAX_RELOAD_MS, pause * 2)), pause);
    };
    reloadAgain(FIRST_RELOAD_MS);
    return () => clearTimeout(timer);
  }, [phase, full]);

  const whileFull = phase === 'ended' ? 'ending' : phase;
  const whileEmpty = phase === 'ended' ? 'ended' : 'none';
  return {
    cart,
    hold: { phase: full ? whileFull : whileEmpty, end, isFinal: cart.isFinal },
  };
}

/** The page's cart or the header's, whichever was loaded last. */
function useLatestCart(loaded: Cart, visited: Cart | null): Cart {
  const [known, setKnown] = useState({ loaded, visited, cart: loaded });
  if (known.loaded === loaded && known.visited === visited) return known.cart;
  const cart = known.loaded === loaded && visited !== null ? visited : loaded;
  setKnown({ loaded, visited, cart });
  return cart;
}

/** Where a hold stands at `now` (milliseconds). `end` is null for a cart without tickets. */
export function holdPhase(end: string | null, now: number): HoldPhase {
  if (end === null) return 'none';
  const left = new Date(end).getTime() - now;
  if (left <= 0) return 'ended';
  return left <= HOLD_WARNING_MINUTES * 60_000 ? 'ending' : 'running';
}

/** Milliseconds until the phase changes next; null when it stays. */
export function untilNextPhase(end: string | null, now: number): number | null {
  const phase = holdPhase(end, now);
  if (end === null || phase === 'ended') return null;
  const left = new Date(end).getTime() - now;
  return phase === 'ending' ? left : left - HOLD_WARNING_MINUTES * 60_000;
}
