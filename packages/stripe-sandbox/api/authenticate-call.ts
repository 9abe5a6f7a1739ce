import type { IncomingMessage } from 'node:http';
import type { SandboxOptions } from '../sandbox-options.ts';
import { ApiFailure } from './failure.ts';
import type { ParamValue } from './parse-form.ts';

/** The kind of key that a call carries: the server's secret one, or a browser's. */
export type Caller = 'secret' | 'publishable';

/** Reads the key of a Bearer or Basic header, or the parameter `key` of browsers. */
export function authenticateCall(
  request: IncomingMessage,
  browserKey: ParamValue | undefined,
  options: SandboxOptions,
): Caller {
  const key = keyOfHeader(request.headers.authorization) ?? browserKey;
  if (key === options.secretKey) return 'secret';
  if (key === options.publishableKey) return 'publishable';
  if (typeof key !== 'string' || key === '') {
    throw refused('You did not provide an API key, as a Bearer token or as Basic user name.');
  }
  throw refused(`Invalid API Key provided: ${key.slice(0, 7)}…${key.slice(-4)}`);
}

function keyOfHeader(header: string | undefined): string | undefined {
  const [scheme, credentials = ''] = header?.split(' ') ?? [];
  if (scheme?.toLowerCase() === 'bearer') return credentials;
  if (scheme?.toLowerCase() !== 'basic') return undefined;
  return Buffer.from(credentials, 'base64').toString('utf8').split(':')[0];
}

function refused(message: string): ApiFailure {
  return new ApiFailure(401, { type: 'invalid_request_error', message });
}
