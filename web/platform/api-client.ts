import type { ResponseOf, Sent } from '#contract/endpoints.ts';
import type { Language } from '#contract/language.ts';
import { paths, type EndpointName } from '#contract/paths.ts';
import { ApiError, type ErrorBody } from './api-error.ts';
import { newId } from './new-id.ts';

type Parts<Name extends EndpointName> = Omit<Sent<Name>, 'body'> & {
  body: Sent<Name>['body'] | (Sent<Name>['body'] extends undefined ? undefined : FormData);
};

/** What a call is given: only the parts its endpoint knows. */
export type CallInput<Name extends EndpointName> = {
  [
    Part in keyof Sent<Name> as Sent<Name>[Part] extends undefined ? never : Part
  ]: Parts<Name>[Part];
};

export interface CallOptions {
  /**
   * The caller shows failures itself, all or those of these statuses: no way to login, not-found or alert
   * (clarifications.md, Pages).
   */
  ownStatuses?: true | readonly number[];
  /** The same key for every try of the same deed, so that a retry never does it twice (api.md, Conventions). */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

type Arguments<Name extends EndpointName> = keyof CallInput<Name> extends never
  ? [input?: undefined, options?: CallOptions]
  : [input: CallInput<Name>, options?: CallOptions];

/** The API by the names of the contract; fails with `ApiError`. */
export interface ApiClient {
  call<Name extends EndpointName>(name: Name, ...args: Arguments<Name>): Promise<ResponseOf<Name>>;
}

/** What is read of a response. */
type Answered = Pick<Response, 'ok' | 'status' | 'headers' | 'json'>;

/** What a client needs of its surroundings: the browser's or the server's. */
export interface ClientSettings {
  /** Origin of the API without a slash at its end; '' is the page's own. */
  origin: () => string;
  language: () => Language;
  /** Bearer token of the signed-in user, if there is one. */
  token: () => string | undefined;
  fetch: (url: string, init: RequestInit) => Promise<Answered>;
  /** Called with every failure before the caller sees it. */
  onFailure?: (error: ApiError, options: CallOptions) => void;
}

/** The untyped form of what a call may carry. */
interface Input {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

/** A client of the API. Sends JSON or a given form, asks for JSON, no time-out (product.md 7). */
export function createApiClient(settings: ClientSettings): ApiClient {
  return {
    async call<Name extends EndpointName>(name: Name, ...args: Arguments<Name>) {
      const [input, options = {}] = args;
      const [method, path] = paths[name];
      const given: Input = input ?? {};
      const url = settings.origin() + fillPath(path, given);
      const init = requestOf(method, given, settings, options);
      return (await send(url, init, settings, options)) as ResponseOf<Name>;
    },
  };
}

/** Fetches and reads JSON; throws `ApiError` for anything but success. */
export async function send(
  url: string,
  init: RequestInit,
  settings: ClientSettings,
  options: CallOptions = {},
): Promise<unknown> {
  const failure = (status: number, body: ErrorBody) => {
    const error = new ApiError(status, body);
    settings.onFailure?.(error, options);
    return error;
  };
  let response: Answered;
  try {
    response = await settings.fetch(url, init);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw failure(0, {});
  }
  const body = await readJson(response);
  if (!response.ok) throw failure(response.status, body ?? {});
  return body;
}

async function readJson(response: Answered): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (response.status === 204 || !type.includes('json')) return undefined;
  return response.json().catch(() => undefined);
}

/** `/concert/:id` with its parameters and query filled in. */
function fillPath(path: string, input: Input): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

function requestOf(
  method: string,
  input: Input,
  settings: ClientSettings,
  options: CallOptions,
): RequestInit {
  const headers = standardHeaders(settings);
  if (method !== 'GET') headers['Idempotency-Key'] = options.idempotencyKey ?? newId();
  const form = input.body instanceof FormData ? input.body : undefined;
  if (input.body !== undefined && !form) headers['Content-Type'] = 'application/json';
  const body = form ?? JSON.stringify(input.body);
  return {
    method,
    headers,
    credentials: 'include',
    ...(body === undefined ? {} : { body }),
    ...(options.signal ? { signal: options.signal } : {}),
  };
}

/** JSON in the page's language, with the bearer when a user is signed in. */
export function standardHeaders(settings: ClientSettings): Record<string, string> {
  const token = settings.token();
  return {
    Accept: 'application/json',
    'Accept-Language': settings.language(),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  };
}
