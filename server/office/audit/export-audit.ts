import { z } from 'zod';
import { defineCommand } from '../command.ts';

const filter = z.string().max(100).default('');

/** Notes that the audit log was exported, with the filters (office.md 11). */
export const exportAudit = defineCommand({
  input: z.object({ who: filter, what: filter, from: filter, to: filter, thing: filter }),
  keys: ['who', 'what', 'from', 'to', 'thing', 'language', 'bom'],
  async run(_context, filters) {
    const thing = { kind: 'list', id: 'audit', name: 'audit' };
    const after = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
    return await Promise.resolve({ output: {}, audit: { thing, after } });
  },
});
