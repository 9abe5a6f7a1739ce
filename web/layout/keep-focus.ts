/**
 * Focus must not fall to the top of the page because what had it is gone: a button that made way for its result,
 * a menu entry of somebody who has just logged out. Whoever takes it away may give it a place; else it goes to what
 * stood around it. Returns how to stop.
 */
export function keepFocus(): () => void {
  /** What had the focus last, and everything around it, from the inside out. */
  let around: HTMLElement[] = [];
  const remember = (event: FocusEvent) => {
    around = event.composedPath().filter((each) => each instanceof HTMLElement);
  };
  // a tap elsewhere gives it up
  const forget = (event: PointerEvent) => {
    const [last] = around;
    if (!(event.target instanceof Node) || !last?.contains(event.target)) around = [];
  };
  const observer = new MutationObserver(() => {
    const [last, ...places] = around;
    if (last === undefined || last.isConnected) return;
    around = [];
    setTimeout(() => {
      if (document.activeElement === document.body)
        focusPlace(places.find((each) => each.isConnected));
    });
  });
  const stop = new AbortController();
  const { signal } = stop;
  addEventListener('focusin', remember, { signal });
  addEventListener('pointerdown', forget, { signal, capture: true });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    stop.abort();
    observer.disconnect();
  };
}

function focusPlace(place: HTMLElement | undefined): void {
  if (place === undefined || place === document.body) return;
  if (!place.hasAttribute('tabindex')) {
    place.tabIndex = -1;
    place.classList.add('holds-focus');
    place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
  }
  place.focus({ preventScroll: true });
}
