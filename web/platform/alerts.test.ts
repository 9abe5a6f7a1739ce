import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  alertNow,
  clearAlertOnNavigation,
  dismissAlert,
  pauseAlert,
  resumeAlert,
  showFlash,
  showFlashOnNextPage,
} from './alerts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  dismissAlert();
  vi.useRealTimers();
});

describe('alerts', () => {
  it('a success disappears after 5 seconds, fading for one', () => {
    showFlash({ kind: 'success', text: 'added', fades: true });
    vi.advanceTimersByTime(4999);
    expect(alertNow()).toMatchObject({ text: 'added', fading: false });
    vi.advanceTimersByTime(1);
    expect(alertNow()?.fading).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(alertNow()).toBeNull();
  });

  it('a danger stays until it is dismissed', () => {
    showFlash({ kind: 'danger', text: 'Missing Permissions' });
    vi.advanceTimersByTime(60_000);
    expect(alertNow()?.text).toBe('Missing Permissions');
    dismissAlert();
    expect(alertNow()).toBeNull();
  });

  it('a new alert cancels the timer of the previous one', () => {
    showFlash({ kind: 'success', text: 'first', fades: true });
    vi.advanceTimersByTime(4000);
    showFlash({ kind: 'info', text: 'second' });
    vi.advanceTimersByTime(10_000);
    expect(alertNow()?.text).toBe('second');
  });

  it('the timer stops while somebody reads the message', () => {
    showFlash({ kind: 'success', text: 'added', fades: true });
    vi.advanceTimersByTime(3000);
    pauseAlert();
    vi.advanceTimersByTime(30_000);
    expect(alertNow()?.fading).toBe(false);
    resumeAlert();
    vi.advanceTimersByTime(2000);
    expect(alertNow()?.fading).toBe(true);
  });

  it('every navigation clears the alert, but not one meant for the next page', () => {
    showFlash({ kind: 'danger', text: 'old' });
    showFlashOnNextPage({ kind: 'info', text: 'session ended' });
    clearAlertOnNavigation();
    expect(alertNow()).toMatchObject({ text: 'session ended' });
    clearAlertOnNavigation();
    expect(alertNow()).toBeNull();
  });
});
