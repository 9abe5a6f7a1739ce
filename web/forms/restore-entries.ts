import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { useHydrated } from '../platform/use-hydrated.ts';
import { useVisit } from '../platform/use-visit.ts';
import { withStorage } from '../platform/store.ts';
import { TYPED_TEXT_PREFIX, USER } from '../platform/visit-storage.ts';

// A page that is rendered again has lost what was typed and chosen in its form; browsers restore only some of it.

/** Restores what was typed before, and stores it if the visitor leaves the form without sending it. */
export function useRestoredEntries(isSent: boolean, isEnabled = true): void {
  const isHydrated = useHydrated();
  const isBack = useNavigationType() === NavigationType.Pop;
  const userId = useVisit().user?.id ?? null;
  // the visit without a user arrives before this page is left
  const lastUserId = useRef(userId);
  useEffect(() => {
    if (userId === null) return;
    lastUserId.current = userId;
    if (isEnabled) restoreForUser(userId);
  }, [userId, isEnabled]);
  const leave = useEffectEvent((stop: ReturnType<typeof restoreTypedText>) =>
    stop(isSent, lastUserId.current),
  );
  // a layout effect: its end still finds the fields in the document
  useLayoutEffect(() => {
    // hydration replaces some fields
    if (!isHydrated || !isEnabled) return undefined;
    const stop = restoreTypedText(isBack);
    return () => leave(stop);
  }, [isHydrated, isBack, isEnabled]);
}

/** Fields that are restored: not passwords, nor radio buttons whose choice is sent at once. */
const FIELDS =
  'main :is([type=text],[type=email],[type=tel],[type=radio][form],[role=combobox],select,textarea)[id]';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Fields by id, and the user to whom they belong: the one that the form names, otherwise the stored one
 * (visit-storage.ts); a guest's end with the cart.
 */
interface Typed {
  user: string | null;
  values: Record<string, string>;
}

const findCustomer = () => document.querySelector<HTMLInputElement>('[name=customer]')?.value;

const findUser = () =>
  findCustomer() ?? withStorage('localStorage', (storage) => storage.getItem(USER));

const findFields = () => Array.from(document.querySelectorAll<Field>(FIELDS));

/** Where the fields of a page are stored in the tab: once for both languages, so without the start of its path. */
const nameItem = (address: string) =>
  `${TYPED_TEXT_PREFIX}${address
    .replace(/[?#].*/, '')
    .split('/')
    .at(-1)}`;

/** False once this document has shown a form. */
let isFirstForm = true;

/**
 * Restores the changed fields of this page if the visitor comes back to it, and stores them when the document is left.
 *
 * @param isBack whether the navigation goes through the history; React Router says so of a document's first page, too
 * @returns stops this, and stores the fields, which must still be in the document, if another page follows; a form that
 *   was sent has led there itself
 */
function restoreTypedText(isBack: boolean): (isSent: boolean, userId: number | null) => void {
  const item = nameItem(location.href);
  restore(item, isBack && (!isFirstForm || isSamePage()));
  isFirstForm = false;
  const saveOnLeaving = () => save(item);
  window.addEventListener('pagehide', saveOnLeaving);
  return (isSent, userId) => {
    window.removeEventListener('pagehide', saveOnLeaving);
    if (nameItem(location.href) === item) return;
    if (!isSent) save(item);
    // a form that was sent may be the first to learn that the session has ended
    const owner = Number(findCustomer() ?? userId);
    if (owner > 0 && location.pathname.endsWith('/auth/login')) keepForUser(item, owner);
  };
}

const BEFORE_LOGIN = `${TYPED_TEXT_PREFIX}before-login`;

/** What a user had typed when the session ended, until the same user is back on the page. */
interface KeptForUser {
  item: string;
  userId: number;
  values: Typed['values'];
}

function keepForUser(item: string, userId: number): void {
  const kept: KeptForUser = { item, userId, values: changedValues() };
  withStorage('sessionStorage', (storage) => storage.setItem(BEFORE_LOGIN, JSON.stringify(kept)));
}

/** Restores what this user had typed on this page before the login; anybody else's is deleted. */
function restoreForUser(userId: number): void {
  withStorage('sessionStorage', (storage) => {
    const kept = JSON.parse(storage.getItem(BEFORE_LOGIN) ?? 'null') as KeptForUser | null;
    const isHere = kept?.item === nameItem(location.href);
    if (kept === null || (!isHere && kept.userId === userId)) return;
    storage.removeItem(BEFORE_LOGIN);
    if (isHere && kept.userId === userId) fill(kept.values);
  });
}

/** Whether the document was reloaded, is in the history, or follows itself, in another language. */
function isSamePage(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (entry?.type !== 'navigate') return true;
  return nameItem(document.referrer) === nameItem(location.href);
}

function save(item: string): void {
  const typed: Typed = { user: findUser(), values: changedValues() };
  withStorage('sessionStorage', (storage) => storage.setItem(item, JSON.stringify(typed)));
}

const changedValues = () =>
  Object.fromEntries(
    findFields()
      .filter(isChanged)
      .map((field) => [field.id, field.value]),
  );

/** A combobox has no default to compare with: its choice is always stored. */
function isChanged(field: Field): boolean {
  if (field.type === 'radio') return (field as HTMLInputElement).checked;
  const isChoice = field.matches('[role=combobox]');
  return isChoice || field.value !== defaultOf(field) || isOfRefusedForm(field);
}

const defaultOf = (field: Field) =>
  field instanceof HTMLSelectElement
    ? Array.from(field.options).find(({ defaultSelected }) => defaultSelected)?.value
    : field.defaultValue;

/** The text of a refused form has become its fields' default, but the page that loads again does not know it. */
const isOfRefusedForm = ({ form }: Field) =>
  (form?.querySelectorAll('[aria-invalid=true]').length ?? 0) > 0;

function restore(item: string, isWanted: boolean): void {
  const stored = withStorage('sessionStorage', (storage) => {
    const found = storage.getItem(item);
    storage.removeItem(item);
    return found;
  });
  if (stored === null || !isWanted) return;
  const { user, values } = JSON.parse(stored) as Typed;
  if (user === findUser()) fill(values);
}

function fill(values: Typed['values']): void {
  for (const field of findFields()) {
    const value = values[field.id];
    if (value === undefined || field.value !== defaultOf(field)) continue;
    if (field.type === 'radio') field.click();
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}
