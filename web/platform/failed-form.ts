import { createStore, useStore } from './store.ts';

const failed = createStore(false);

/** Whether a form of the frame around the page was refused: the page's title says so, too (look.md section 2). */
export const useFrameFailed = () => useStore(failed, false);

export const setFrameFailed = (now: boolean) => failed.set(now);
