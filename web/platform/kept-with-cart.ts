import { dropFromTab, keepInTab, keptInTab } from './kept-in-tab.ts';

/** Name in session storage. */
const NAME = 'keptWithCart';

// On a shared device nothing of a guest outlives the cart (clarifications.md, Pages): what is typed on the
// way to the order is kept for reloads here, and goes as soon as the cart is known to be empty.

/** Keeps a JSON value for this tab, as long as the cart has entries. */
export const keepWithCart = (value: object) => keepInTab(NAME, value);

/** What was kept; null when nothing was. */
export const keptWithCart = () => keptInTab(NAME);

export const dropKeptWithCart = () => dropFromTab(NAME);
