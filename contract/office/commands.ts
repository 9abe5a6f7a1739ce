// The commands of the office and who may run them (office.md 12): the one table of rights to change.
import { admin, adminAndOffice, roles as everybody, type Role } from './staff.ts';

/** The rule for running a command from the web. The command line asks for neither role nor step-up. */
export interface CommandRule {
  /** `signed-out`: without a session, such as signing in. */
  roles: readonly Role[] | 'signed-out';
  /** Requires a sign-in not older than STAFF_STEP_UP_MINUTES (office.md 2.6). */
  stepUp: boolean;
}

/** Every command that changes something; its name is that of its audit event, too, unless `listedCommands` has it. */
export const commandRules = {
  'staff:invite': { roles: admin, stepUp: true },
  'staff:role': { roles: admin, stepUp: true },
  'staff:disable': { roles: admin, stepUp: true },
  'staff:enable': { roles: admin, stepUp: true },
  'staff:accept': { roles: 'signed-out', stepUp: false },
  'staff:sign-in': { roles: 'signed-out', stepUp: false },
  'staff:step-up': { roles: everybody, stepUp: false },
  'staff:sign-out': { roles: everybody, stepUp: false },
  'staff:credentials': { roles: everybody, stepUp: true },
  'staff:note-codes': { roles: everybody, stepUp: false },
  'staff:details': { roles: everybody, stepUp: true },
  'staff:settings': { roles: everybody, stepUp: false },
  'staff:end-sessions': { roles: everybody, stepUp: true },
  'order:refund': { roles: adminAndOffice, stepUp: true },
  'order:retry-refund': { roles: adminAndOffice, stepUp: true },
  'order:settle-by-hand': { roles: adminAndOffice, stepUp: true },
  'order:resend': { roles: adminAndOffice, stepUp: false },
  'order:documents': { roles: adminAndOffice, stepUp: false },
  'order:note': { roles: adminAndOffice, stepUp: false },
  'order:contact': { roles: adminAndOffice, stepUp: false },
  'order:reissue': { roles: adminAndOffice, stepUp: false },
  'order:print': { roles: adminAndOffice, stepUp: false },
  'order:sent': { roles: adminAndOffice, stepUp: false },
  'order:complimentary': { roles: adminAndOffice, stepUp: true },
  'order:export': { roles: adminAndOffice, stepUp: true },
  'newsletter:export': { roles: adminAndOffice, stepUp: true },
  'audit:export': { roles: admin, stepUp: true },
  'person:export': { roles: adminAndOffice, stepUp: true },
  'person:correct': { roles: adminAndOffice, stepUp: false },
  'person:erase': { roles: admin, stepUp: true },
  'newsletter:off': { roles: adminAndOffice, stepUp: false },
  'newsletter:invite': { roles: adminAndOffice, stepUp: false },
  'message:reply': { roles: adminAndOffice, stepUp: false },
  'message:state': { roles: adminAndOffice, stepUp: false },
  'message:delete': { roles: adminAndOffice, stepUp: false },
  'mail:resend': { roles: adminAndOffice, stepUp: false },
  'mail:retry': { roles: adminAndOffice, stepUp: false },
  'mail:drop': { roles: adminAndOffice, stepUp: false },
  'payments:reconcile': { roles: adminAndOffice, stepUp: false },
  'job:retry': { roles: adminAndOffice, stepUp: false },
} as const satisfies Record<string, CommandRule>;

export type CommandName = keyof typeof commandRules;

/** Commands of one's own session and account that office.md 12 does not list → the listed one that they count as. */
const listedCommands = {
  'staff:step-up': 'staff:sign-in',
  'staff:note-codes': 'staff:credentials',
  'staff:details': 'staff:credentials',
  'staff:settings': 'staff:credentials',
} as const satisfies Partial<Record<CommandName, CommandName>>;

/** The name of a command's event in the audit log (decision 36). */
export type EventName = Exclude<CommandName, keyof typeof listedCommands>;

/** The event of a command. */
export function toEventName(name: CommandName): EventName {
  const names: Partial<Record<CommandName, EventName>> = listedCommands;
  return names[name] ?? (name as EventName);
}

/** Whether a role may run a command. */
export function mayRun(role: Role, name: CommandName): boolean {
  const { roles }: CommandRule = commandRules[name];
  return roles !== 'signed-out' && roles.includes(role);
}
