import type { Role } from '#contract/office/staff.ts';

/** The cause of a change: a person, a visitor without an account, the command line, or the schedule. */
export interface Actor {
  kind: 'staff' | 'visitor' | 'command-line' | 'schedule';
  /** Id of the person; null for others. */
  id: number | null;
  name: string;
  role: Role | null;
}
