import { createStore } from './store.ts';

/** Whether a form of the frame around the page was refused: the page's title says so, too (design.md 2). */
export const frameFailed = createStore(false);
