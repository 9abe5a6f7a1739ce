// A call of an endpoint from within the server: what it is given, what comes of it. Types only.
import type { ResponseOf, Sent } from './endpoints.ts';
import type { EndpointName } from './paths.ts';
import type { ProblemDto } from './problem-dto.ts';

/** What a call is given: only the parts that its endpoint knows. */
export type EndpointInput<Name extends EndpointName> = {
  [Part in keyof Sent<Name> as Sent<Name>[Part] extends undefined ? never : Part]: Sent<Name>[Part];
};

/** What came of a call: its answer, or why there is none. */
export type EndpointResult<Name extends EndpointName> =
  | { response: ResponseOf<Name>; problem: null }
  | { response: null; problem: ProblemDto };

/** Makes a change happen once, however often it is asked for. */
export interface OnceOptions {
  /** The form's own key: a repetition within 24 h gets the first answer again. */
  key?: string | undefined;
  /** For forms of cached pages, which can have no key: the same input counts once within this time. */
  withinSeconds?: number;
}
