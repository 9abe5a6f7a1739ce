import { TAPS } from './tap-events.ts';

/**
 * Runs in the browser, in the page itself, before any other script of ours has arrived: remembers taps on
 * buttons that only scripts can answer, and repeats them once they can. Links and forms work by themselves.
 */
function rememberTaps(event: string): void {
  const missed: HTMLButtonElement[] = [];
  const remember = ({ target }: Event) => {
    const button =
      target instanceof Element ? target.closest<HTMLButtonElement>('button[type="button"]') : null;
    if (button !== null) missed.push(button);
  };
  // each on its own: the second tap on a stepper counts from what the first has left
  const repeat = () => {
    for (const button of missed.splice(0)) setTimeout(() => button.click());
  };
  const takeOver = () => {
    removeEventListener('click', remember, true);
    addEventListener(event, repeat, { once: true });
  };
  addEventListener('click', remember, true);
  addEventListener(event, takeOver, { once: true });
}

/** The call of `rememberTaps` as a page's inline script. */
export const rememberTapsScript = `(${rememberTaps.toString()})('${TAPS}')`;
