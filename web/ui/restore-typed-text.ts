import { withStorage } from '../platform/browser-storage.ts';

// Chromium loses what was typed and chosen in a form when its page is reloaded.

const STORED = 'typed';

/** Fields that are restored: not passwords, nor radio buttons whose choice is sent at once. */
const FIELDS =
  'main :is([type=text],[type=email],[type=tel],[type=radio][form],[role=combobox],textarea)[id]';

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
  const changed = findFields().filter(isChanged);
  const values = Object.fromEntries(changed.map((field) => [field.id, field.value]));
  const typed: Typed = { path: location.pathname, values };
  if (changed.length === 0) return;
  withStorage('sessionStorage', (storage) => storage.setItem(STORED, JSON.stringify(typed)));
}

/** A combobox has no default to compare with: its choice is always stored. */
function isChanged(field: Field): boolean {
  if (field.type === 'radio') return (field as HTMLInputElement).checked;
  const isChoice = field.matches('[role=combobox]');
  return isChoice || field.value !== field.defaultValue || isOfRefusedForm(field);
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
    if (field.type === 'radio') field.click();
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
