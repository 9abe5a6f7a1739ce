import { createSignedTokens } from '../platform/security/signed-tokens.ts';
import { StartError } from '../platform/errors.ts';
import { listDemoAccounts } from '../staff/staff-password.ts';
import { listStaff } from '../staff/staff-members.ts';
import { hasDemoStaff } from '../staff/staff-sessions.ts';
import type { Command } from './commands.ts';
import { formatTable } from './lists.ts';

/** Lists of staff that only the command line has (office.md 12). */
export const staffLists: Record<string, Command> = {
  'staff:list': {
    usage: '',
    help: 'list staff and invitations',
    minArguments: 0,
    async run(cli) {
      const staff = await listStaff(cli);
      const text = formatTable(
        staff.map(({ id, role, email, name, state, lastSignedInAt }) => ({
          id: id === null ? '' : String(id),
          role,
          email,
          name,
          state,
          'last sign-in': lastSignedInAt?.slice(0, 16).replace('T', ' ') ?? '',
        })),
      );
      return { text, data: { staff } };
    },
  },
  'staff:demo': {
    usage: '',
    help: 'print role, e-mail and password of the demonstration’s accounts',
    minArguments: 0,
    async run({ env }) {
      if (!hasDemoStaff(env)) throw new StartError('There is no demonstration here.');
      const accounts = listDemoAccounts(createSignedTokens(env.appSecret));
      const lines = accounts.map(({ role, email, password }) => `${role} ${email} ${password}`);
      return await Promise.resolve({ text: lines.join('\n'), data: { accounts } });
    },
  },
};
