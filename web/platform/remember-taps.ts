import { ALIVE } from './alive-event.ts';

/**
 * Runs in the browser, in the page itself, before any other script of ours has arrived: keeps taps on buttons that
 * only scripts can answer, and repeats them once they can. Links work by themselves, but those that only change the
 * page they stand on wait, too, if something was typed there, which would be lost. Forms with an action work by themselves. A tap
 * while React is taking over is kept, too: React does not answer it then, and the browser would send the form.
 */
function rememberTaps(alive: string): void {
  const missed: HTMLElement[] = [];
  const remember = (tap: MouseEvent) => {
    const target = tap.target instanceof Element ? tap.target : null;
    const link = target?.closest('a');
    const isNear = link?.pathname === location.pathname && link.search !== location.search;
    const fields = Array.from(document.querySelectorAll<HTMLInputElement>('main input'));
    const isTyped = fields.some(({ value }) => value !== '');
    if (link && (!isNear || !isTyped || tap.ctrlKey || tap.metaKey || tap.shiftKey)) return;
    const button = link ?? target?.closest('button');
    if (!button || (button instanceof HTMLButtonElement && button.form?.hasAttribute('action')))
      return;
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
