import { useLayoutEffect, useRef } from 'react';

/** Focuses the heading of a page; without one, its content. */
export function focusHeading(preventScroll: boolean): void {
  const heading = document.querySelector<HTMLElement>('main h1');
  if (heading) heading.tabIndex = -1;
  const target = heading ?? document.getElementById('content');
  target?.focus({ preventScroll: preventScroll || window.location.hash !== '' });
}

/**
 * For the heading of a part that replaces a focused one: takes the focus only if nothing has it. A layout effect,
 * so that it comes before `restoreLostFocus`.
 */
export function useFocusIfLost<Element extends HTMLElement>() {
  const target = useRef<Element>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) target.current?.focus();
  }, []);
  return target;
}

/**
 * When a focused element is removed (a button that its result replaces, a menu entry after the logout), the focus
 * would fall to the top of the page. It goes to the nearest remaining ancestor instead, unless something else takes
 * it. Returns a function that stops this.
 */
export function restoreLostFocus(): () => void {
  /** The focused element and its ancestors, from the inside out. */
  let ancestors: HTMLElement[] = [];
  const onFocus = (event: FocusEvent) => {
    ancestors = event.composedPath().filter((each) => each instanceof HTMLElement);
  };
  // a tap elsewhere removes the focus
  const onPointerDown = (event: PointerEvent) => {
    const [focused] = ancestors;
    if (!(event.target instanceof Node) || !focused?.contains(event.target)) ancestors = [];
  };
  const observer = new MutationObserver(() => {
    const [focused, ...others] = ancestors;
    if (focused === undefined || focused.isConnected) return;
    ancestors = [];
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      focusElement(others.find((each) => each.isConnected));
    });
  });
  const controller = new AbortController();
  const { signal } = controller;
  addEventListener('focusin', onFocus, { signal });
  addEventListener('pointerdown', onPointerDown, { signal, capture: true });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    controller.abort();
    observer.disconnect();
  };
}

function focusElement(element: HTMLElement | undefined): void {
  if (element === undefined || element === document.body) return;
  if (!element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.classList.add('holds-focus');
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}

/** Focuses the place of the messages: one tells what has become of the form just sent. */
export function focusMessage(): void {
  focusElement(document.querySelector<HTMLElement>('.alert-region output') ?? undefined);
}
