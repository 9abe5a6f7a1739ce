// What this tab keeps for a reload, in session storage. A browser that refuses storage only loses that comfort.

/** Name of what was typed into a form when its page was left (use-kept-on-reload.ts). */
export const TYPED = 'typed';

/** Keeps a JSON value under this name. */
export function keepInTab(name: string, value: object): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // see above
  }
}

/** What was kept; null when nothing was. */
export function keptInTab(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

export function dropFromTab(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // see above
  }
}
