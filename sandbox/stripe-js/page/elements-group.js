import { IntegrationError, createListeners } from './listeners.js';
import { createPaymentElement } from './payment-element.js';

/** What `confirmPayment` needs of the `elements` a page hands in. */
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
      await payment?.ask('update', more).catch(() => undefined);
      listeners.tell('update-end');
    },
    async fetchUpdates() {
      return (await payment?.ask('fetchUpdates')) ?? {};
    },
    async submit() {
      const error = await group.ask('validate');
      return error ? { error } : { selectedPaymentMethod: 'card' };
    },
    on: (name, run) => (listeners.on(name, run), elements),
  };
  const group = {
    elements,
    settings,
    forget: () => (payment = undefined),
    ask: async (question, content) => {
      if (!payment) throw new IntegrationError('A payment element must be created first.');
      return payment.ask(question, content);
    },
  };
  groups.set(elements, group);
  return elements;
}
