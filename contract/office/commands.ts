// The commands of the office and who may run them (office.md 12): the one table of rights to change.
import { admin, adminAndOffice, roles as everybody, type Role } from './staff.ts';

/** The rule for running a command from the web. The command line asks for neither role nor step-up. */
export interface CommandRule {
  /** `signed-out`: without a session, such as signing in. */
  roles: readonly Role[] | 'signed-out';
  /** Requires a sign-in not older than STAFF_STEP_UP_MINUTES (office.md 2.6). */
  needsStepUp: boolean;
}

/** Every command that changes something; its name is that of its audit event, too, unless `listedCommands` has it. */
export const commandRules = {
  'staff:invite': { roles: admin, needsStepUp: true },
  'staff:role': { roles: admin, needsStepUp: true },
  'staff:disable': { roles: admin, needsStepUp: true },
  'staff:enable': { roles: admin, needsStepUp: true },
  'staff:accept': { roles: 'signed-out', needsStepUp: false },
  'staff:sign-in': { roles: 'signed-out', needsStepUp: false },
  'staff:step-up': { roles: everybody, needsStepUp: false },
  'staff:sign-out': { roles: everybody, needsStepUp: false },
  'staff:credentials': { roles: everybody, needsStepUp: true },
  'staff:note-codes': { roles: everybody, needsStepUp: false },
  'staff:details': { roles: everybody, needsStepUp: true },
  'staff:settings': { roles: everybody, needsStepUp: false },
  'staff:end-sessions': { roles: everybody, needsStepUp: true },
  'order:refund': { roles: adminAndOffice, needsStepUp: true },
  'order:retry-refund': { roles: adminAndOffice, needsStepUp: true },
  'order:settle-by-hand': { roles: adminAndOffice, needsStepUp: true },
  'order:mark-valid': { roles: adminAndOffice, needsStepUp: false },
  'order:resend': { roles: adminAndOffice, needsStepUp: false },
  'order:documents': { roles: adminAndOffice, needsStepUp: false },
  'order:note': { roles: adminAndOffice, needsStepUp: false },
  'order:contact': { roles: adminAndOffice, needsStepUp: true },
  'order:reissue': { roles: adminAndOffice, needsStepUp: false },
  'order:print': { roles: adminAndOffice, needsStepUp: false },
  'order:sent': { roles: adminAndOffice, needsStepUp: false },
  'order:complimentary': { roles: adminAndOffice, needsStepUp: true },
  'order:export': { roles: adminAndOffice, needsStepUp: true },
  'newsletter:export': { roles: adminAndOffice, needsStepUp: true },
  'audit:export': { roles: admin, needsStepUp: true },
  'person:export': { roles: adminAndOffice, needsStepUp: true },
  'person:correct': { roles: adminAndOffice, needsStepUp: true },
  'person:erase': { roles: admin, needsStepUp: true },
  'newsletter:off': { roles: adminAndOffice, needsStepUp: false },
  'newsletter:invite': { roles: adminAndOffice, needsStepUp: false },
  'message:reply': { roles: adminAndOffice, needsStepUp: false },
  'message:state': { roles: adminAndOffice, needsStepUp: false },
  'message:delete': { roles: adminAndOffice, needsStepUp: false },
  'mail:resend': { roles: adminAndOffice, needsStepUp: true },
  'mail:retry': { roles: adminAndOffice, needsStepUp: false },
  'mail:retry-refused': { roles: adminAndOffice, needsStepUp: false },
  'mail:drop': { roles: adminAndOffice, needsStepUp: false },
  'payments:reconcile': { roles: adminAndOffice, needsStepUp: false },
  'job:retry': { roles: adminAndOffice, needsStepUp: false },
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
