import type {
  Changes,
  DoorConcert,
  EventIn,
  EventResult,
  OtherConcert,
  Paired,
  TicketList,
} from '#contract/door/wire.ts';
import type { Language } from '#contract/language.ts';

/** After this the network counts as missing. */
const TIMEOUT_MS = 10_000;

/** A call that the server refused; its message is in the language of the app. */
export class Refused extends Error {
  readonly status: number;
  /** The end of the error's key, such as REVOKED (door.md 7). */
  readonly reason: string;

  constructor(status: number, body: { message?: string; error_I18n?: string }) {
    super(body.message ?? String(status));
    this.status = status;
    this.reason = body.error_I18n?.split('.').at(-1) ?? '';
  }
}

export interface CallOptions {
  /** Of the device; null before it is paired. */
  token: string | null;
  language: Language;
}

export const pairDevice = (options: CallOptions, body: Record<string, string>) =>
  call<{ data: Paired }>(options, 'POST', '/pair', body);

export const fetchConcerts = (options: CallOptions) =>
  call<{ data: { concerts: DoorConcert[]; others: OtherConcert[] } }>(options, 'GET', '/concerts');

export const fetchList = (options: CallOptions, concertId: number) =>
  call<{ data: TicketList }>(options, 'GET', `/lists/${concertId}`);

export const fetchChanges = (options: CallOptions, cursor: string) =>
  call<{ data: Changes }>(options, 'GET', `/changes?after=${encodeURIComponent(cursor)}`);

export const sendEvents = (options: CallOptions, events: EventIn[]) =>
  call<{ data: { results: EventResult[]; acked: number; server_time: string } }>(
    options,
    'POST',
    '/events',
    { format: 1, events },
  );

export const leave = (options: CallOptions) => call<null>(options, 'POST', '/leave');

/** Throws Refused, and TypeError or DOMException without a network. */
async function call<T>(
  { token, language }: CallOptions,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`/api/door${path}`, {
    method,
    headers: {
      'accept-language': language,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    credentials: 'omit',
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Refused(response.status, parseProblem(text));
  return (text === '' ? null : JSON.parse(text)) as T;
}

/** The response of a proxy is HTML. */
function parseProblem(text: string): { message?: string; error_I18n?: string } {
  try {
    return JSON.parse(text) as { message?: string };
  } catch {
    return {};
  }
}
