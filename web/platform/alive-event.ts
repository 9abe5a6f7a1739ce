/** Told on the window once React has taken over the page: it answers taps, and those that came before. */
export const ALIVE = 'alive';
