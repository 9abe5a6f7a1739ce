import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useActionData, useSearchParams } from 'react-router';
import { checkDetails, checkLogin, type DetailsValues, type Login } from '#contract/forms.ts';
import { useForm, type Refused } from '../forms/use-form.ts';
import { useLanguage } from '../platform/language.tsx';
import {
  DELIVERY_METHODS,
  haveDetailsChanged,
  isComplete,
  type CheckoutMode,
  type CheckoutUser,
  type DeliveryDetails,
} from './details-values.ts';

export type Checkout = ReturnType<typeof useCheckout>;

/** How the visitor orders, the forms of details and login, and what is typed in the details. */
export function useCheckout(user: CheckoutUser | null, details: DeliveryDetails | null) {
  const language = useLanguage();
  const [search] = useSearchParams();
  const posted = useActionData<Partial<Refused>>();
  const [mode, setMode] = useState<CheckoutMode>(() => modeOf(posted));
  const [typed, setTyped] = useState<DetailsValues | null>(null);
  const hasSaved = useRef(false);
  const logsIn = user === null && mode === 'login';
  const registers = user === null && mode === 'register';
  const rules = { emailRequired: user !== null || registers, registers };
  const form = useForm<keyof DetailsValues>('details', {
    check: (values) => checkDetails(values, rules, language),
    onAccepted() {
      hasSaved.current = true;
      setTyped(null);
    },
  });
  const login = useForm<keyof Login>('login', {
    stays: true,
    check: (values) => checkLogin(values, language),
  });
  const customer = useCustomer(user, () => setTyped(null));
  const isChanged = typed !== null && haveDetailsChanged(typed, details);
  // whole details that were typed before a login stay
  const isKept = isChanged && isComplete(typed);
  const isOpen = details === null || search.has('edit') || form.isShown || form.problem !== null;
  const isEditing = isOpen || registers || isKept;
  useFocusOnSwitch(isEditing, hasSaved);
  return {
    mode,
    setMode,
    registers,
    rules,
    form,
    login,
    /** The details as they are in the form; null before its first look. */
    typed,
    setTyped,
    /** Whether the form differs from the saved details. */
    isChanged,
    isEditing,
    customer,
    hasFailed: (logsIn ? login : form).hasFailed || posted?.form === 'delivery',
    cancel: (): void => {
      hasSaved.current = false;
      setTyped(null);
    },
    logIn: (): void => {
      flushSync(() => setMode('login'));
      document.getElementById('login-heading')?.focus();
    },
  };
}

/** Counts the customers whose details the page has shown; what a guest has typed stays after the login. */
function useCustomer(user: CheckoutUser | null, onOther: () => void): number {
  const id = user?.id ?? null;
  const [last, setLast] = useState({ id, count: 0 });
  if (last.id === id) return last.count;
  const isOther = last.id !== null;
  const count = isOther ? last.count + 1 : last.count;
  setLast({ id, count });
  if (isOther) onOther();
  return count;
}

/** The way of ordering of the form that was refused. */
function modeOf({ form, entries }: Partial<Refused> = {}): CheckoutMode {
  if (form === 'login') return 'login';
  return entries?.['way']?.[0] === 'register' ? 'register' : 'guest';
}

/** The pressed button disappears with its view: focus goes to the heading, or after saving to what comes next. */
function useFocusOnSwitch(isEditing: boolean, hasSaved: RefObject<boolean>): void {
  const before = useRef(isEditing);
  // a layout effect, so that it comes before `restoreLostFocus`
  useLayoutEffect(() => {
    const hasSwitched = before.current !== isEditing;
    before.current = isEditing;
    const active = document.activeElement;
    if (!hasSwitched || (active !== null && active !== document.body)) return;
    const next = !isEditing && hasSaved.current ? document.getElementById(DELIVERY_METHODS) : null;
    const section = next ?? document.getElementById('details-heading');
    section?.focus({ preventScroll: true });
    section?.scrollIntoView({ block: 'start' });
  }, [isEditing, hasSaved]);
}
