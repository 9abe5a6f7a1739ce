import { API_VERSION } from '../sandbox-options.ts';
import { createId, type EventRecord } from '../state/records.ts';
import type { State } from '../state/open-state.ts';
import type { RequestInfo } from '../context.ts';

/** Stores an event with the current state of the object. */
export function recordEvent(
  state: State,
  type: string,
  object: { id: string },
  request: RequestInfo | null,
): EventRecord {
  return state.events.save({
    id: createId('evt'),
    type,
    created: state.now(),
    object: JSON.stringify(object),
    subject: object.id,
    requestId: request?.id ?? null,
    idempotencyKey: request?.idempotencyKey ?? null,
    delivery: 'pending',
    attempts: 0,
  });
}

/** An event as the API shows it and the webhook receives it. */
export type WireEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: { id: string; object: string } };
  livemode: false;
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
};

/** An event as JSON. Its object is JSON already and goes in as it is. */
export function eventJson(record: EventRecord): string {
  const shell = JSON.stringify({
    id: record.id,
    object: 'event',
    api_version: API_VERSION,
    created: record.created,
    livemode: false,
    pending_webhooks: record.delivery === 'pending' ? 1 : 0,
    request: { id: record.requestId, idempotency_key: record.idempotencyKey },
    type: record.type,
  });
  return `${shell.slice(0, -1)},"data":{"object":${record.object}}}`;
}

/** An event as an object. */
export function renderEvent(record: EventRecord): WireEvent {
  return JSON.parse(eventJson(record));
}
