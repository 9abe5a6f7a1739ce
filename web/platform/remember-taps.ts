import { ALIVE } from './alive-event.ts';

/**
 * Runs in the browser, in the page itself, before any other script of ours has arrived: keeps taps on buttons that
 * only scripts can answer, and repeats them once they can. Links work by themselves, and forms with an action. A tap
 * while React is taking over is kept, too: React does not answer it then, and the browser would send the form.
 */
function rememberTaps(alive: string): void {
  const missed: HTMLButtonElement[] = [];
  const remember = (tap: Event) => {
    const button = tap.target instanceof Element ? tap.target.closest('button') : null;
    if (button === null || button.form?.hasAttribute('action')) return;
    tap.preventDefault();
    tap.stopPropagation();
    // a second impatient tap would close what the first has opened
    if (button.ariaExpanded !== null && missed.includes(button)) return;
    missed.push(button);
  };
  const repeat = () => {
    removeEventListener('click', remember, true);
    // each on its own: the second tap on a stepper counts from what the first has left
    for (const button of missed) setTimeout(() => button.click());
  };
  addEventListener('click', remember, true);
  addEventListener(alive, repeat, { once: true });
}

/** The call of `rememberTaps` as a page's inline script. */
export const rememberTapsScript = `(${rememberTaps.toString()})('${ALIVE}')`;
