import { TAPS } from './tap-events.ts';

/**
 * Runs in the browser, in the page itself, before any other script of ours has arrived: remembers taps on
 * buttons that only scripts can answer, and repeats them once they can. Links work by themselves, and forms with an
 * action.
 */
function rememberTaps(event: string): void {
  const missed: HTMLButtonElement[] = [];
  const remember = (tap: Event) => {
    const button = tap.target instanceof Element ? tap.target.closest('button') : null;
    if (button === null || button.form?.hasAttribute('action')) return;
    if (button.type === 'submit') tap.preventDefault();
    // a second impatient tap would close what the first has opened
    if (button.ariaExpanded !== null && missed.includes(button)) return;
    missed.push(button);
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
