/**
 * Told to the page's inline script (remember-taps.ts) twice: React takes over the taps; it can answer those that
 * came before.
 */
export const TAPS = 'taps';
