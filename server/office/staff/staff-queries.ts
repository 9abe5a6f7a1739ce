import type { StaffQueries } from '#contract/office/staff-queries.ts';
import type { QueryTable } from '../query.ts';
import { listStaff } from './list-staff.ts';

/** What the screens of staff read. */
export const staffQueries: QueryTable<StaffQueries> = {
  'staff:list': ({ deps }) => listStaff(deps.pool),
};
