import { ALERT_DISMISS_MS, ALERT_FADE_MS } from '#contract/constants.ts';
import { parseFlash, type Flash } from '#contract/visit.ts';
import { createStore, useStore } from './store.ts';

export interface Alert extends Flash {
  id: number;
  /** Disappears at this moment, after 5 seconds (product.md 4). */
  fading: boolean;
}

const alerts = createStore<Alert | null>(null);
let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let startedAt = 0;
let remaining = 0;
let alertForNextPage: Flash | null = null;

/** The alert that is shown; null without one. */
export const useAlert = () => useStore(alerts, null);
/** The alert that is shown, for code outside of components. */
export const alertNow = () => alerts.get();

/** Returns and deletes the message of the last form; null without one. */
export function consumeFlash(): Flash | null {
  const cookies = new URLSearchParams(document.cookie.replaceAll('; ', '&'));
  document.cookie = 'flash=; Max-Age=0; Path=/';
  return parseFlash(cookies.get('flash'));
}

/** Shows a message after the navigation in progress, which would otherwise clear it. */
export function showFlashOnNextPage(flash: Flash): void {
  alertForNextPage = flash;
}

/** Removes the alert. */
export function dismissAlert(): void {
  clearTimeout(timer);
  alerts.set(null);
}

/** Every navigation clears the alert (product.md 2). */
export function clearAlertOnNavigation(): void {
  dismissAlert();
  if (alertForNextPage) showFlash(alertForNextPage);
  alertForNextPage = null;
}

/** Stops the timer while the alert is hovered, has focus or its tab is hidden. */
export function pauseAlert(): void {
  const alert = alerts.get();
  if (!alert?.fades || alert.fading) return;
  clearTimeout(timer);
  remaining = Math.max(0, remaining - (Date.now() - startedAt));
  startedAt = Date.now();
}

/** Resumes the timer of a fading alert. */
export function resumeAlert(): void {
  const alert = alerts.get();
  if (alert?.fades && !alert.fading) startClock(remaining);
}

/** Shows a message until it is dismissed, the page changes or another one is shown. */
export function showFlash(flash: Flash): void {
  clearTimeout(timer);
  count += 1;
  alerts.set({ ...flash, id: count, fading: false });
  if (flash.fades) startClock(ALERT_DISMISS_MS);
}

function startClock(ms: number): void {
  clearTimeout(timer);
  startedAt = Date.now();
  remaining = ms;
  timer = setTimeout(() => {
    const alert = alerts.get();
    if (!alert) return;
    alerts.set({ ...alert, fading: true });
    timer = setTimeout(dismissAlert, ALERT_FADE_MS);
  }, ms);
}
