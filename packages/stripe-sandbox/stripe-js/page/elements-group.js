import { IntegrationError, createListeners } from './listeners.js';
import { createPaymentElement } from './payment-element.js';

/** The groups behind the `elements` that a page passes to `confirmPayment`. */
export const groups = new WeakMap();

/** `stripe.elements(…)`. */
export function createGroup(key, options) {
  const listeners = createListeners();
  const settings = { key, ...options };
  let payment;
  const elements = {
    create(type, elementOptions = {}) {
      if (type !== 'payment') throw new IntegrationError(`The sandbox has no ${type} element.`);
      if (payment) throw new IntegrationError('Can only create one Element of type payment.');
      payment = createPaymentElement(group, { ...elementOptions });
      return payment.element;
    },
    getElement: (type) => (type === 'payment' ? (payment?.element ?? null) : null),
    async update(more) {
      Object.assign(settings, more);
      await payment?.call('update', more).catch(() => undefined);
      listeners.emit('update-end');
    },
    async fetchUpdates() {
      return (await payment?.call('fetchUpdates')) ?? {};
    },
    async submit() {
      const error = await group.call('validate');
      return error ? { error } : { selectedPaymentMethod: 'card' };
    },
    on: (name, run) => (listeners.on(name, run), elements),
  };
  const group = {
    elements,
    settings,
    forget: () => (payment = undefined),
    call: async (method, content) => {
      if (!payment) throw new IntegrationError('A payment element must be created first.');
      return payment.call(method, content);
    },
  };
  groups.set(elements, group);
  return elements;
}
