// `npm run bench:archive -- [ROUNDS] [BUYERS]`: what the continuous archive (BACKUP_DIR) costs the shop. Two shops, one
// with BACKUP_DIR, alternate in short rounds, so that a change of the machine's speed affects both; the other one is
// paused, so that it draws no documents in the meantime. Complete purchases, as in bench:rush.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ConcertTickets } from '#test/buyer.ts';
import { cpuTimeMs, endedProgramsTimeMs } from './cpu-time.ts';
import { inParallel, median } from './measure.ts';
import { addTicketsForSale } from './purchase.ts';
import { report, reportMachine } from './report.ts';
import { RushBuyers } from './rush/rush-buyers.ts';
import { type BenchShop, startBenchShop } from './start-bench-shop.ts';

const roundCount = Number(process.argv[2] ?? 8);
const buyerCount = Number(process.argv[3] ?? 300);
const CONCURRENCY_COUNT = 200;
const POLL_MS = 500;

interface Contender {
  shop: BenchShop;
  ticket: ConcertTickets;
  rates: number[];
  addP99s: number[];
  bought: number;
}

async function enter(env: Record<string, string>): Promise<Contender> {
  const shop = await startBenchShop(env);
  const ticket = await addTicketsForSale(shop, 1_000_000);
  if (env['BACKUP_DIR'] !== undefined) await waitUntilVerified(shop);
  shop.child.kill('SIGSTOP');
  return { shop, ticket, rates: [], addP99s: [], bought: 0 };
}

/** After a start, a base backup and a verification run once. */
async function waitUntilVerified({ pool }: BenchShop): Promise<void> {
  const ended = `select from archive_run where kind = 'verification' and ended_at is not null`;
  while ((await pool.query(ended)).rowCount === 0) await wait(POLL_MS);
}

async function sell({ shop, ticket, rates, addP99s }: Contender): Promise<number> {
  shop.child.kill('SIGCONT');
  const buyers = new RushBuyers(shop, ticket, CONCURRENCY_COUNT);
  const startedAt = performance.now();
  await inParallel(Array.from({ length: buyerCount }), CONCURRENCY_COUNT, () => buyers.buy());
  buyers.close();
  shop.child.kill('SIGSTOP');
  rates.push(buyers.outcomes.bought / ((performance.now() - startedAt) / 1000));
  addP99s.push(buyers.durations.add.percentile(0.99));
  return buyers.outcomes.bought;
}

function databaseTimeMs({ shop }: Contender): number {
  return cpuTimeMs(shop.databasePid) + endedProgramsTimeMs(shop.databasePid);
}

async function folderBytes(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map((name) => stat(path.join(folder, name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

async function walBytes({ pool }: BenchShop): Promise<number> {
  const { rows } = await pool.query(`select pg_current_wal_lsn() - '0/0' as bytes`);
  return Number(rows[0]?.bytes);
}

reportMachine();
const backupDir = await mkdtemp(path.join(tmpdir(), 'bench-archive-'));
const plain = await enter({});
const archived = await enter({ BACKUP_DIR: path.join(backupDir, 'archive') });
const wal = path.join(backupDir, 'archive', 'wal');
try {
  for (const contender of [plain, archived]) await sell(contender);
  for (const contender of [plain, archived]) Object.assign(contender, { rates: [], addP99s: [] });
  const [walBefore, storedBefore] = [await walBytes(archived.shop), await folderBytes(wal)];
  const before = [plain, archived].map(databaseTimeMs);
  for (let round = 0; round < roundCount; round++) {
    for (const contender of round % 2 === 0 ? [plain, archived] : [archived, plain]) {
      contender.bought += await sell(contender);
    }
  }
  const [without, withArchive] = [median(plain.rates), median(archived.rates)];
  report(
    'purchases per second, without / with',
    `${without.toFixed(0)} / ${withArchive.toFixed(0)}`,
  );
  report('ratio of the medians', (withArchive / without).toFixed(3));
  const ratios = archived.rates.map((rate, round) => rate / (plain.rates[round] ?? 1));
  report('median ratio of a round', median(ratios).toFixed(3));
  const [plainP99, archivedP99] = [median(plain.addP99s), median(archived.addP99s)];
  report(
    'add to cart, p99, without / with',
    `${plainP99.toFixed(0)} / ${archivedP99.toFixed(0)} ms`,
  );
  const [plainMs, archivedMs] = [plain, archived].map(
    (contender, n) => (databaseTimeMs(contender) - (before[n] ?? 0)) / contender.bought,
  );
  report(
    'processor time of the database per purchase',
    `${plainMs?.toFixed(2)} / ${archivedMs?.toFixed(2)} ms`,
  );
  const kb = (bytes: number) => `${(bytes / 1000 / archived.bought).toFixed(1)} kB`;
  report('WAL per purchase', kb((await walBytes(archived.shop)) - walBefore));
  report('… in the archive', kb((await folderBytes(wal)) - storedBefore));
} finally {
  for (const { shop } of [plain, archived]) {
    shop.child.kill('SIGCONT');
    await shop.stop();
  }
  await rm(backupDir, { recursive: true, force: true });
}
