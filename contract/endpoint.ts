import type { z } from 'zod';
import type { ProblemCode } from './problems.ts';

/** One call of the API: what it takes, what it answers, how it refuses. */
export interface Endpoint {
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Status of success; 200 unless told. */
  status?: 200 | 201 | 204;
  response?: z.ZodType;
  /** `required`: 401 or 419 without a good bearer token; `optional`: a bad one is refused, none is fine. */
  bearer?: 'required' | 'optional';
  /** A GET that changes something: a HEAD, which link checkers send, is refused. */
  changes?: true;
  problems: readonly ProblemCode[];
  /** For our own pages, in this process: not reached over HTTP, and not in the API's document. */
  inProcess?: true;
}
