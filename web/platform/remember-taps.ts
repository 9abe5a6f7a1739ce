import { ALIVE } from './alive-event.ts';

/**
 * Runs in the browser, in the page itself, before any other script of ours has arrived: keeps taps on buttons that
 * only scripts can answer, and repeats them once they can. Forms with an action work by themselves, and links, unless
 * they would lose what was typed. A tap while React is taking over is kept, too: React does not answer it then, and
 * the browser would send the form.
 */
function rememberTaps(alive: string): void {
  const missed: HTMLElement[] = [];
  /** Leads to another mode of this very page, in which something has been typed. */
  const losesTyped = (link: HTMLAnchorElement, { ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (ctrlKey || metaKey || shiftKey) return false;
    if (link.pathname !== location.pathname || link.search === location.search) return false;
    const fields = Array.from(document.querySelectorAll<HTMLInputElement>('main input'));
    return fields.some(({ value }) => value !== '');
  };
  const remember = (tap: MouseEvent) => {
    const target = tap.target instanceof Element ? tap.target : null;
    const link = target?.closest('a');
    if (link && !losesTyped(link, tap)) return;
    const button = link ? null : target?.closest('button');
    if (button?.form?.hasAttribute('action')) return;
    const pressed = link ?? button;
    if (!pressed) return;
    tap.preventDefault();
    tap.stopPropagation();
    // a second impatient tap would close what the first has opened
    if (pressed.ariaExpanded !== null && missed.includes(pressed)) return;
    missed.push(pressed);
  };
  const repeat = () => {
    removeEventListener('click', remember, true);
    // each on its own: the second tap on a stepper counts from what the first has left
    for (const pressed of missed) setTimeout(() => pressed.click());
  };
  addEventListener('click', remember, true);
  addEventListener(alive, repeat, { once: true });
}

/** The call of `rememberTaps` as a page's inline script. */
export const rememberTapsScript = `(${rememberTaps.toString()})('${ALIVE}')`;
