import type { SandboxContext } from '../context.ts';
import type { Params, ParamValue } from './params.ts';
import type { IncomingMessage } from 'node:http';
import type { SandboxOptions } from '../sandbox-options.ts';
import { ApiFailure } from './failure.ts';

/** One call of a route. */
export type Call = {
  context: SandboxContext;
  /** Parameters of query and body. */
  params: Params;
  /** The `:id` of the path. */
  id: string;
  caller: Caller;
};

/** A route: `name` is its method and path, `run` gives the JSON or throws an ApiFailure. */
export type Route = {
  name: string;
  /** Open to browsers with the publishable key. */
  isForBrowsers?: boolean;
  run: (call: Call) => object;
};

/** Finds the route of a call and the id in its path. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { route: Route; id: string } | undefined {
  for (const route of routes) {
    const [routeMethod, pattern = ''] = route.name.split(' ');
    if (routeMethod !== method) continue;
    const id = matchPath(pattern, path);
    if (id !== undefined) return { route, id };
  }
  return undefined;
}

function matchPath(pattern: string, path: string): string | undefined {
  const parts = pattern.split('/');
  const given = path.split('/');
  if (parts.length !== given.length) return undefined;
  let id = '';
  for (const [index, part] of parts.entries()) {
    const value = given[index] ?? '';
    if (part === ':id') id = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return id;
}

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
