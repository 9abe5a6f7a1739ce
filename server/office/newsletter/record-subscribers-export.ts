import { z } from 'zod';
import { adminAndOffice } from '#contract/office/staff.ts';
import { defineChange } from '../../operations/define.ts';

/** Records that the list of confirmed subscribers was exported; the page streams it (office.md 8.2 and 9). */
export const recordSubscribersExport = defineChange({
  may: adminAndOffice,
  confirms: true,
  input: z.object({}),
  run: async () => ({
    output: {},
    audit: { thing: { kind: 'list', id: 'newsletter', name: 'newsletter' } },
  }),
});
