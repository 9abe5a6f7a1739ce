import type { z } from 'zod';
import type { ProblemCode } from './problems.ts';

/** One call of the API: its input, its response, its problems. */
export interface Endpoint {
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Status of success; default 200. */
  status?: 200 | 201 | 204;
  response?: z.ZodType;
  /** `required`: 401 or 419 without a valid bearer token; `optional`: only an invalid one is refused. */
  bearer?: 'required' | 'optional';
  /** A GET that changes something: refuses HEAD, which link checkers send. */
  changes?: true;
  /** Describes when it redirects (302) instead. */
  redirects?: string;
  problems: readonly ProblemCode[];
  /** Only for our own pages, in this process: not available over HTTP, and not in the OpenAPI document. */
  inProcess?: true;
}
