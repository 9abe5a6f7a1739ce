import { randomUUID } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { ShopProcess } from './shop-process.ts';

/** An answer as a plain client sees it. */
export interface Answered {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed JSON; undefined for anything else. */
  body: unknown;
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
}

/** A client that knows HTTP and the two pages of the specification, nothing of ours. */
export type Client = (method: string, path: string, options?: CallOptions) => Promise<Answered>;

/** A client of this address; without `language` it asks for English. */
export function createClient(url: string): Client {
  return async (method, path, options = {}) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: headersOf(options),
      redirect: 'manual',
      ...bodyOf(options),
    });
    return read(response.status, response.headers, await response.text());
  };
}

function read(status: number, headers: Headers, text: string): Answered {
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : undefined };
}

function headersOf(options: CallOptions): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': options.language ?? 'en',
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

/** A call from another address of this machine, which fetch cannot do; no body. */
export function callFrom(
  localAddress: string,
  { url }: ShopProcess,
  path: string,
  headers: Record<string, string> = {},
  json?: unknown,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = json === undefined ? undefined : JSON.stringify(json);
    const request = httpRequest(
      new URL(path, url),
      {
        localAddress,
        method: sent === undefined ? 'GET' : 'POST',
        headers: {
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    request.on('error', reject);
    request.end(sent);
  });
}

/** Bytes as they are, and what comes back until the other side ends or `quiet` ms pass. */
export function sendBytes({ url }: ShopProcess, bytes: string, quiet = 500): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => resolve(text));
    socket.on('close', () => resolve(text));
    socket.setTimeout(quiet, () => socket.end());
    socket.write(bytes);
  });
}

/** What stands at `data.items.0.price`; undefined where there is nothing. */
export function at(body: unknown, path: string): unknown {
  let value = body;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** The text that stands there. */
export function textAt(body: unknown, path: string): string {
  const value = at(body, path);
  if (typeof value !== 'string') throw new Error(`no text at ${path}: ${JSON.stringify(body)}`);
  return value;
}

/** The list that stands there. */
export function listAt(body: unknown, path: string): unknown[] {
  const value = at(body, path);
  if (!Array.isArray(value)) throw new Error(`no list at ${path}: ${JSON.stringify(body)}`);
  return value as unknown[];
}

/** A session id as clients make it. */
export const newSession = (): string => randomUUID();
/** An address nobody had before. */
export const newEmail = (): string => `clara.${randomUUID().slice(0, 13)}@example.org`;
