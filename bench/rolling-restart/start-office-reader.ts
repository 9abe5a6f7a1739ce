import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { startStaffSession } from '#server/staff/staff-sessions.ts';
import { inTransaction } from '#server/platform/database/database.ts';

const PATHS = ['/office', '/office/orders', '/office/mails', '/office/health'];
const READING_MS = 500;

/** The pages that a person in the office opened. */
export interface OfficeVisits {
  pages: number;
  /** Pages that were not shown, by status; 0 is no response. */
  failedByStatus: Record<number, number>;
}

/** A person in the office opens pages one after the other, in one session and without retries. */
export async function startOfficeReader(
  pool: Pool,
  url: string,
): Promise<{ stop: () => Promise<OfficeVisits> }> {
  const token = await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `insert into staff (email, name, role) values ('staff@festival.example', 'Vera Prüfer', 'office')
       returning id`,
    );
    return await startStaffSession(client, rows[0]?.id ?? 0, { userAgent: 'bench', network: null });
  });
  const visits: OfficeVisits = { pages: 0, failedByStatus: {} };
  const stopped = new AbortController();
  const read = async (): Promise<void> => {
    for (let turn = 0; !stopped.signal.aborted; turn++) {
      const path = PATHS[turn % PATHS.length] ?? '/office';
      const headers = { cookie: `office=${token}`, accept: 'text/html' };
      const response = await fetch(url + path, { headers, redirect: 'manual' }).catch(() => null);
      await response?.text();
      const status = response?.status ?? 0;
      visits.pages++;
      if (status !== 200) visits.failedByStatus[status] = (visits.failedByStatus[status] ?? 0) + 1;
      await wait(READING_MS);
    }
  };
  const reading = read();
  return {
    async stop() {
      stopped.abort();
      await reading;
      return visits;
    },
  };
}
