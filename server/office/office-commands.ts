import type { CommandTable } from './command.ts';
import { complimentaryCommands } from './complimentary/complimentary-commands.ts';
import { orderCommands } from './orders/order-commands.ts';
import { mailCommands } from './mails/mail-commands.ts';
import { todayCommands } from './today/today-commands.ts';
import { peopleCommands } from './people/people-commands.ts';
import { messageCommands } from './messages/message-commands.ts';
import { newsletterCommands } from './newsletter/newsletter-commands.ts';
import { auditCommands } from './audit/audit-commands.ts';
import { staffCommands } from './staff/staff-commands.ts';

/** Every command of the office by its name (office.md 12); each feature adds its own. */
export const officeCommands: CommandTable = {
  ...staffCommands,
  ...orderCommands,
  ...complimentaryCommands,
  ...mailCommands,
  ...todayCommands,
  ...peopleCommands,
  ...messageCommands,
  ...newsletterCommands,
  ...auditCommands,
};
