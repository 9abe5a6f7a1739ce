import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const concert = 'concerts/08-09-ein-sommer-in-ischl.yaml';

/**
 * Loads the demonstration with tickets of 0 EUR for »Ein Sommer in Ischl«: its own are only sold together with paid
 * ones.
 */
export default function offerFreeTickets(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'festival-programme-'));
  cpSync(path.join(root, 'db/demo'), folder, { recursive: true });
  const file = path.join(folder, concert);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('school: 8 }', 'school: 8, companion: 0 }'));
  const env = {
    ...process.env,
    DATA_DIR: process.env.E2E_DATA_DIR,
    DATABASE_URL: process.env.E2E_DATABASE_URL ?? '',
  };
  execFileSync(process.execPath, ['scripts/run.mjs', 'office', 'load', folder], { cwd: root, env });
  rmSync(folder, { recursive: true });
}
