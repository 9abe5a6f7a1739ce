import type { SandboxContext } from '../context.ts';
import type { Caller } from './authenticate-call.ts';
import type { Params } from './parse-form.ts';

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
