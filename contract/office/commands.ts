// The names of the office's commands and of their events (office.md 12).

/** Every command that changes something; its name is that of its audit event, too, unless `listedCommands` has it. */
export const commandNames = [
  'staff:invite',
  'staff:role',
  'staff:disable',
  'staff:enable',
  'staff:accept',
  'staff:sign-in',
  'staff:step-up',
  'staff:sign-out',
  'staff:credentials',
  'staff:note-codes',
  'staff:details',
  'staff:settings',
  'staff:end-sessions',
  'order:refund',
  'order:retry-refund',
  'order:settle-by-hand',
  'order:mark-valid',
  'order:resend',
  'order:documents',
  'order:note',
  'order:contact',
  'order:reissue',
  'order:print',
  'order:sent',
  'order:complimentary',
  'order:export',
  'newsletter:export',
  'audit:export',
  'person:export',
  'person:correct',
  'person:erase',
  'newsletter:off',
  'newsletter:invite',
  'message:reply',
  'message:state',
  'message:delete',
  'mail:resend',
  'mail:retry',
  'mail:retry-refused',
  'mail:drop',
  'mail:test',
  'mail:holders',
  'report:export',
  'payments:reconcile',
  'job:retry',
  'concert:create',
  'concert:save',
  'concert:delete',
  'concert:publish',
  'concert:withdraw',
  'concert:restore',
  'concert:move',
  'concert:cancel',
  'sale:save',
  'sale:start',
  'sale:schedule',
  'sale:stop',
  'run:undo',
  'run:start',
  'run:retry',
  'picture:upload',
  'picture:remove',
  'programme:import',
  'programme:export',
  'notice:save',
  'notice:remove',
  'venue:save',
  'venue:delete',
  'composer:save',
  'composer:delete',
  'instrument:save',
  'instrument:delete',
  'ticket-type:save',
  'ticket-type:delete',
  'door:pair',
  'door:revoke',
] as const;

export type CommandName = (typeof commandNames)[number];

/** Commands of one's own session and account that office.md 12 does not list → the listed one that they count as. */
const listedCommands = {
  'staff:step-up': 'staff:sign-in',
  'staff:note-codes': 'staff:credentials',
  'staff:details': 'staff:credentials',
  'staff:settings': 'staff:credentials',
} as const satisfies Partial<Record<CommandName, CommandName>>;

/** The name of a command's event in the audit log (decision 13). */
export type EventName = Exclude<CommandName, keyof typeof listedCommands>;

/** The event of a command. */
export function toEventName(name: CommandName): EventName {
  const names: Partial<Record<CommandName, EventName>> = listedCommands;
  return names[name] ?? (name as EventName);
}
