import type { Language } from '#contract/language.ts';
import type { Role } from '#contract/office/staff.ts';
import { Problem } from '../platform/problem.ts';

/** Facts of everybody who runs an operation. */
interface Everybody {
  language: Language;
  /** '' on the command line. */
  address: string;
  /** Names the request in log and audit log; null on the command line. */
  requestId: string | null;
  /** '' on the command line. */
  userAgent: string;
  /** The accounts that have signed in from this browser: below /office those of staff. */
  knownAccounts: readonly number[];
}

/** Facts of a browser, or of a client of the API. */
interface Client extends Everybody {
  requestId: string;
  /** The cart session named by the HttpOnly cookie, if any. */
  cartSession: string | null;
  /** The access token that was sent, if any; only that of a customer is known to be valid. */
  token: string | null;
  /** Token of a page's earlier session, which a new login ends; clients of the API have none. */
  replacedToken: string | null;
}

/** What every request says of its sender; the edge reads it once. */
export type Sender = Pick<Client, 'language' | 'address' | 'requestId' | 'userAgent'>;

/** Somebody at the shop who has not signed in, or where it does not matter. */
export interface Visitor extends Client {
  kind: 'visitor';
}

/** A signed-in customer. */
export interface Customer extends Client {
  kind: 'customer';
  accountId: number;
  token: string;
}

/** A signed-in person of the staff. */
export interface StaffCaller extends Everybody {
  kind: 'staff';
  id: number;
  name: string;
  role: Role;
  sessionId: number;
  /** Whether the identity was confirmed within STAFF_STEP_UP_MINUTES (office.md 2.6). */
  isConfirmed: boolean;
}

/** The person who runs an operation of the office, read once per request; the system user of the command line. */
export type Caller =
  | StaffCaller
  | (Everybody & { kind: 'visitor' })
  | (Everybody & { kind: 'command-line'; name: string });

/** The account of a customer; null for a visitor. */
export const accountOf = (caller: Visitor | Customer): number | null =>
  caller.kind === 'customer' ? caller.accountId : null;

/** The cause of a change in the audit log: id and role only for a person of the staff. */
export interface Actor {
  id: number | null;
  name: string;
  role: Role | null;
}

/** The caller in the audit log. */
export function actorOf(caller: Caller): Actor {
  if (caller.kind === 'staff') return { id: caller.id, name: caller.name, role: caller.role };
  return { id: null, name: caller.kind === 'visitor' ? '' : caller.name, role: null };
}

/** The signed-in person, for what concerns their own account or session. Throws 403. */
export function staffOf(caller: Caller): StaffCaller {
  if (caller.kind !== 'staff') throw new Problem('forbidden');
  return caller;
}
