import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { matchesEtag } from './etag.ts';

/** What of a request decides which answer from memory it gets. */
export interface GetRequest {
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
}

/** What lies in memory in all its forms: a page, an answer of the API, a file. null: not in this form. */
export interface CachedResponse {
  status: number;
  headers: Record<string, string>;
  /** Empty: nobody asks whether it has changed. */
  etag: string;
  bytes: Buffer;
  readonly brotli: Buffer | null;
  readonly gzip: Buffer | null;
}

/** One answer, complete. The same one is given to everybody who asks for the same form: nobody may change it. */
export interface EncodedResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** Empty for a 304. */
  body: Buffer;
}

/** In bytes: what is smaller gains nothing by being compressed. */
const MIN_COMPRESS_BYTES = 256;

type Encoding = 'known' | 'br' | 'gzip' | 'plain';

const answers = new WeakMap<CachedResponse, Map<Encoding, EncodedResponse>>();

/** The answer in the form this request takes: 304 when it has it, compressed as it can. */
export function encodeFor(kept: CachedResponse, request: GetRequest): EncodedResponse {
  const form = formFor(kept, request.headers);
  let forms = answers.get(kept);
  if (forms === undefined) answers.set(kept, (forms = new Map()));
  let answer = forms.get(form);
  if (answer === undefined) forms.set(form, (answer = makeAnswer(kept, form)));
  return answer;
}

/** Brotli before gzip before nothing; `q=0` is not looked for: no client sends it for these. */
function formFor(kept: CachedResponse, headers: IncomingHttpHeaders): Encoding {
  const { status, etag, bytes } = kept;
  if (status === 200 && etag !== '' && matchesEtag(headers['if-none-match'], etag)) return 'known';
  const accepted = headers['accept-encoding'];
  if (accepted === undefined || bytes.byteLength < MIN_COMPRESS_BYTES) return 'plain';
  if (/\bbr\b/.test(accepted) && kept.brotli !== null) return 'br';
  return /\bgzip\b/.test(accepted) && kept.gzip !== null ? 'gzip' : 'plain';
}

function makeAnswer(kept: CachedResponse, form: Encoding): EncodedResponse {
  if (form === 'known') return { status: 304, headers: kept.headers, body: Buffer.alloc(0) };
  const encoded = form === 'plain' ? null : form === 'br' ? kept.brotli : kept.gzip;
  const body = encoded ?? kept.bytes;
  const headers = {
    ...kept.headers,
    ...(encoded === null ? {} : { 'content-encoding': form }),
    'content-length': String(body.byteLength),
  };
  return { status: kept.status, headers, body };
}

/**
 * Sends an answer by way of Node's own HTTP.
 *
 * @param setCookies `Set-Cookie` headers; an answer that is kept for everybody has none
 */
export function sendEncoded(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: EncodedResponse,
  setCookies: string[] = [],
): void {
  response.writeHead(
    status,
    setCookies.length === 0 ? headers : { ...headers, 'set-cookie': setCookies },
  );
  response.end(request.method === 'HEAD' || status === 304 ? undefined : body);
}

/** Whether a request only reads. */
export function isSafeMethod({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The same of Node's own request. */
export function toGetRequest(request: IncomingMessage): GetRequest {
  return { url: request.url ?? '/', headers: request.headers };
}
