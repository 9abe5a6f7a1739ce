import { randomUUID } from 'node:crypto';

/** A response as a plain client sees it. */
export interface ApiResponse<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed JSON; undefined for anything else. */
  body: Body;
}

export interface CallOptions {
  json?: unknown;
  form?: Record<string, string>;
  multipart?: Record<string, string>;
  /** Any other body, with its type in `headers`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  bearer?: string | undefined;
  language?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** Calls the API over HTTP. It knows the specification only, none of our code. */
export type Client = (method: string, path: string, options?: CallOptions) => Promise<ApiResponse>;

/** A client of the shop at this URL; calls without `language` prefer the default one. */
export function createClient(url: string, defaultLanguage = 'en'): Client {
  return async (method, path, options = {}) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: headersOf({ language: defaultLanguage, ...options }),
      signal: options.signal ?? null,
      redirect: 'manual',
      ...bodyOf(options),
    });
    return read(response.status, response.headers, await response.text());
  };
}

function read(status: number, headers: Headers, text: string): ApiResponse {
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : undefined };
}

function headersOf(options: CallOptions): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': options.language ?? '',
    ...(options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` }),
    ...(options.json === undefined ? {} : { 'content-type': 'application/json' }),
    ...options.headers,
  };
}

function bodyOf({ json, form, multipart, raw }: CallOptions): { body?: BodyInit } {
  if (json !== undefined) return { body: JSON.stringify(json) };
  if (form !== undefined) return { body: new URLSearchParams(form) };
  if (raw !== undefined) return { body: raw };
  if (multipart === undefined) return {};
  const body = new FormData();
  for (const [name, value] of Object.entries(multipart)) body.set(name, value);
  return { body };
}

/** The value at a path such as `data.items.0.price`; undefined if there is none. */
export function at(body: unknown, path: string): unknown {
  let value = body;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** The string at a path; throws if there is none. */
export function textAt(body: unknown, path: string): string {
  const value = at(body, path);
  if (typeof value !== 'string') throw new Error(`no text at ${path}: ${JSON.stringify(body)}`);
  return value;
}

/** The array at a path; throws if there is none. */
export function listAt(body: unknown, path: string): unknown[] {
  const value = at(body, path);
  if (!Array.isArray(value)) throw new Error(`no list at ${path}: ${JSON.stringify(body)}`);
  return value as unknown[];
}

/** A new session id, as clients create it. */
export const newSession = (): string => randomUUID();
