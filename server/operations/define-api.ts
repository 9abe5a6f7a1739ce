import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hono } from 'hono';
import type { z } from 'zod';
import type { Parsed, ResponseOf } from '#contract/endpoints.ts';
import type { EndpointName } from '#contract/paths.ts';
import type { Sender, Visitor } from './caller.ts';
import type { InputOf, OutputOf, Read, ShopContext, ShopMay, Step } from './define.ts';

/** Every request has these: its connection, and who sent it; `request` is for calls of the API only. */
export interface ApiEnv {
  Variables: { sender: Sender; request: Visitor };
  /** The address at the other end, and Node's own; a call within this process may have none of them. */
  Bindings: { peer?: string; incoming?: IncomingMessage; outgoing?: ServerResponse };
}

/** The API. */
export type ApiApp = Hono<ApiEnv>;

/** A call of the API: its validated input, and who sent it. */
export type ApiCall<Name extends EndpointName> = ShopContext & Parsed<Name>;

/** How a call of the API runs an operation. */
interface Entry<Name extends EndpointName, Operation extends string, I, O> {
  operation: Operation;
  /**
   * The operation's input, where its schema does not read parameters, query and body as they are. It may throw 422 for
   * what the contract's schema does not see.
   */
  input?(call: ApiCall<Name>): I;
  /** The body of the response; none for 204. */
  body?(output: O, context: ShopContext): ResponseOf<Name>;
  /** Headers of the response; the default says `no-store`. */
  headers?: Record<string, string>;
  /** Its body may be large: it is compressed for clients that accept that. */
  compresses?: true;
  /** The cart session that the browser gets as its cookie. */
  cartCookie?(input: I): string;
  /** Throws when this customer may not make the call; runs before the body is validated. */
  authorize?(call: ShopContext & { params: Parsed<Name>['params'] }): void;
}

/** Operations of the shop, by their names. */
type Operations = Record<string, Read<ShopMay, never, unknown> | Step<ShopMay, z.ZodType, unknown>>;

/** Requires `input` and `body` where they cannot be left out. */
type Needed<Name extends EndpointName, Op extends Operations[string]> =
  | (Op extends { kind: 'read' } ? (unknown extends InputOf<Op> ? never : 'input') : never)
  | (ResponseOf<Name> extends undefined ? never : 'body');

type Needing<E, Keys extends keyof E> = E & Required<Pick<E, Keys>>;

type EntryOf<
  Name extends EndpointName,
  Ops extends Operations,
  Key extends keyof Ops & string,
> = Needing<Entry<Name, Key, InputOf<Ops[Key]>, OutputOf<Ops[Key]>>, Needed<Name, Ops[Key]>>;

/** An entry with its operation, as the edge mounts it. */
export interface MountedCall extends Omit<
  Entry<EndpointName, string, unknown, unknown>,
  'operation'
> {
  name: string;
  operation: Read<ShopMay, unknown, unknown> | Step<ShopMay, z.ZodType, unknown>;
}

/** Declares a feature's calls of the API over its operations; keeps their types together. */
export function defineApi<Ops extends Operations, Names extends EndpointName>(
  operations: Ops,
  calls: {
    [Name in Names]: { [Key in keyof Ops & string]: EntryOf<Name, Ops, Key> }[keyof Ops & string];
  },
): Record<Names, MountedCall> {
  const mounted = Object.entries<Entry<EndpointName, string, unknown, unknown>>(calls as never);
  return Object.fromEntries(
    mounted.map(([name, call]) => [
      name,
      { ...call, name: call.operation, operation: operations[call.operation] },
    ]),
  ) as Record<Names, MountedCall>;
}
