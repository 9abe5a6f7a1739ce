import { withStorage } from '../platform/browser-storage.ts';

// Chromium loses text typed in a form when its page is reloaded.

const STORED = 'typed';

/** Fields whose text is restored: not passwords, nor fields that a component controls. */
const FIELDS =
  'main form :is(input:is([type=text],[type=email],[type=tel]):not([role=combobox]), textarea)[id]';

type Field = HTMLInputElement | HTMLTextAreaElement;
interface Typed {
  path: string;
  values: Record<string, string>;
}

const findFields = () => Array.from(document.querySelectorAll<Field>(FIELDS));

/**
 * Stores changed fields in the tab while its page is reloaded, and restores them. Returns a function that stops this.
 */
export function restoreTypedText(): () => void {
  restore();
  // a page may have several forms, each of which stops this for itself
  const saveOnLeaving = () => save();
  window.addEventListener('pagehide', saveOnLeaving);
  return () => window.removeEventListener('pagehide', saveOnLeaving);
}

function save(): void {
  const changed = findFields().filter(
    (field) => field.value !== field.defaultValue || isOfRefusedForm(field),
  );
  const values = Object.fromEntries(changed.map((field) => [field.id, field.value]));
  const typed: Typed = { path: location.pathname, values };
  if (changed.length === 0) return;
  withStorage('sessionStorage', (storage) => storage.setItem(STORED, JSON.stringify(typed)));
}

/** The text of a refused form has become its fields' default, but the page that loads again does not know it. */
const isOfRefusedForm = ({ form }: Field) =>
  (form?.querySelectorAll('[aria-invalid=true]').length ?? 0) > 0;

function restore(): void {
  const stored = withStorage('sessionStorage', (storage) => {
    const item = storage.getItem(STORED);
    storage.removeItem(STORED);
    return item;
  });
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (stored === null || entry?.type !== 'reload') return;
  const { path, values } = JSON.parse(stored) as Typed;
  if (path !== location.pathname) return;
  for (const field of findFields()) {
    const value = values[field.id];
    if (value === undefined || field.value !== field.defaultValue) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
