// Calling an endpoint inside the server: input and result. Types only.
import type { ResponseOf, Sent } from './endpoints.ts';
import type { EndpointName } from './paths.ts';
import type { ProblemDto } from './problem-dto.ts';

/** The input of a call: only the parts that its endpoint declares. */
export type EndpointInput<Name extends EndpointName> = {
  [Part in keyof Sent<Name> as Sent<Name>[Part] extends undefined ? never : Part]: Sent<Name>[Part];
};

/** The result of a call: its response or its problem. */
export type EndpointResult<Name extends EndpointName> =
  | { response: ResponseOf<Name>; problem: null }
  | { response: null; problem: ProblemDto };

/** Makes a repeated change happen once. */
export interface OnceOptions {
  /** The form's own key: a repetition within 24 h gets the first response again. */
  key?: string | undefined;
  /** For forms of cached pages, which cannot have a key: the same input counts once within this time. */
  withinSeconds?: number;
}
