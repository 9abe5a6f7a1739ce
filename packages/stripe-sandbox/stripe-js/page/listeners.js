/** Misuse by the page, as Stripe.js names it. */
export class IntegrationError extends Error {
  name = 'IntegrationError';
}

/** Listeners of one object, as `on`, `once` and `off` of Stripe.js. */
export function createListeners() {
  const byName = new Map();
  const of = (name) => byName.get(name) ?? [];
  const listeners = {
    on: (name, run) => byName.set(name, [...of(name), run]),
    off: (name, run) =>
      byName.set(
        name,
        of(name).filter((other) => run && other !== run && other.run !== run),
      ),
    once: (name, run) => {
      const first = (event) => {
        listeners.off(name, first);
        run(event);
      };
      first.run = run;
      listeners.on(name, first);
    },
    emit: (name, event) => of(name).forEach((run) => run(event)),
  };
  return listeners;
}
