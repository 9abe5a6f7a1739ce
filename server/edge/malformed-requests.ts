import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Language } from '#contract/language.ts';
import { problems } from '#contract/problems.ts';
import { errorCode } from '../platform/errors.ts';
import { plainHeaders } from './security-headers.ts';

/**
 * Malformed HTTP, a head that is too long, and a request that is too slow never reach a route. Responds to them in JSON
 * (api.md, Conventions) and ends the connection.
 */
export function handleMalformedRequests(server: Server): void {
  server.on('clientError', (error: Error, socket: Duplex) => {
    const code = errorCode(error);
    // a client that has gone needs no response
    if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
    socket.end(rawResponse(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : BAD));
  });
  // an unknown expectation is no reason to refuse the call
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

const BAD = '400 Bad Request';

/** The response to a request that the framework cannot read. */
export function malformedResponse(language: Language, isSecure: boolean): Response {
  return Response.json(
    { message: problems.malformed.message[language] },
    { status: 400, headers: { ...headersOf(language, isSecure), connection: 'close' } },
  );
}

function rawResponse(status: string): string {
  // the language of the request is unknown
  const body = JSON.stringify({ message: problems.malformed.message.en });
  const head = Object.entries({
    ...headersOf('en', false),
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  });
  return `HTTP/1.1 ${status}\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

function headersOf(language: Language, isSecure: boolean): Record<string, string> {
  return {
    ...plainHeaders(isSecure),
    'content-language': language,
    'cache-control': 'no-store',
  };
}
