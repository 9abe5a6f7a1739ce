import { z } from 'zod';
import { defineCommand } from '../command.ts';

/** Records that the list of confirmed subscribers was exported; the page streams it (office.md 8.2 and 9). */
export const recordSubscribersExport = defineCommand({
  input: z.object({}),
  keys: ['q', 'language', 'bom'],
  run: async () => ({
    output: {},
    audit: { thing: { kind: 'list', id: 'newsletter', name: 'newsletter' } },
  }),
});
