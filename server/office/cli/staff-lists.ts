import { createSignedTokens } from '../../platform/security/signed-tokens.ts';
import { StartError } from '../../platform/errors.ts';
import { listDemoAccounts } from '../staff/demo-staff.ts';
import { listStaff } from '../staff/list-staff.ts';
import { hasDemoStaff } from '../staff/staff-sessions.ts';
import type { Command } from './commands.ts';
import { formatTable } from './format-table.ts';

/** Lists of staff that only the command line has (office.md 12). */
export const staffLists: Record<string, Command> = {
  'staff:list': {
    usage: '[--json]',
    help: 'list staff and invitations',
    minWords: 0,
    async run({ pool }, words) {
      const staff = await listStaff(pool);
      if (words.includes('--json')) return JSON.stringify({ staff });
      return formatTable(
        staff.map(({ id, role, email, name, state, lastSignedInAt }) => ({
          id: id === null ? '' : String(id),
          role,
          email,
          name,
          state,
          'last sign-in': lastSignedInAt?.slice(0, 16).replace('T', ' ') ?? '',
        })),
      );
    },
  },
  'staff:demo': {
    usage: '[--json]',
    help: 'print role, e-mail and password of the demonstration’s accounts',
    minWords: 0,
    async run({ env }, words) {
      if (!hasDemoStaff(env)) throw new StartError('There is no demonstration here.');
      const accounts = listDemoAccounts(createSignedTokens(env.appSecret));
      if (words.includes('--json')) return await Promise.resolve(JSON.stringify({ accounts }));
      return accounts.map(({ role, email, password }) => `${role} ${email} ${password}`).join('\n');
    },
  },
};
