import type { EventLog } from './control/event-log.ts';
import type { SandboxOptions } from './sandbox-options.ts';
import type { State } from './state/open-state.ts';
import { recordEvent } from './webhooks/record-event.ts';
import type { WebhookFaults } from './webhooks/webhook-queue.ts';
import type { RequestInfo, SandboxContext } from './context.ts';

const ASYNC_DELAY_MS = 4000;

type ContextDeps = {
  state: State;
  options: SandboxOptions;
  webhooks: WebhookFaults;
  events: EventLog;
  url: () => string;
  browserUrl: () => string;
};

/** Creates the context of each request, and stops all timers. */
export function createContext({ state, options, webhooks, events, url, browserUrl }: ContextDeps): {
  contextFor: (request: RequestInfo | null) => SandboxContext;
  stopTimers: () => void;
} {
  const timers = new Set<NodeJS.Timeout>();
  const nextRefunds: SandboxContext['nextRefunds'] = [];
  const later: SandboxContext['later'] = (run, ms = options.asyncDelay ?? ASYNC_DELAY_MS) => {
    if (options.asyncDelay === null) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      run(contextFor(null));
    }, ms);
    timers.add(timer.unref());
  };
  const contextFor = (request: RequestInfo | null): SandboxContext => ({
    state,
    options,
    nextRefunds,
    url,
    browserUrl,
    later,
    emit: (type, object) => {
      webhooks.pass(recordEvent(state, type, object, request));
      events.recorded();
    },
  });
  return { contextFor, stopTimers: () => timers.forEach((timer) => clearTimeout(timer)) };
}
