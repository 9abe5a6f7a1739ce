import { toBerlinIso } from '#contract/berlin-time.ts';
import { isArchiveLate, readArchiveStatus } from '../backup/archive/archive-runs.ts';
import {
  timeOf,
  checkJobs,
  checkMails,
  checkProcesses,
  SALES_CHECK,
  countTasks,
  type HealthCheck,
  type HealthItem,
} from './list-tasks.ts';
import { statfs } from 'node:fs/promises';
import packageFile from '../../package.json' with { type: 'json' };
import { MAX_CLOCK_SKEW_MS, readClock } from '../platform/database/database.ts';
import { readCheckResults, PROXY_CHECK } from '../invariants.ts';
import { listJobBacklog } from '../platform/jobs/job-runner.ts';
import type { Deps } from '../deps.ts';
import type { ArchiveReason } from '#contract/office/states.ts';

/** Jobs of one kind. */
interface JobsOfKind {
  task: string;
  waiting: number;
  running: number;
  retrying: number;
  failed: number;
}

/** The page Health. */
export interface HealthReport {
  items: HealthItem[];
  jobs: JobsOfKind[];
}

/** A failure in words of ours or of the system; `hasFacts`: they name a file, a folder or a size, too. */
interface KnownReason {
  reason: ArchiveReason;
  words: RegExp;
  hasFacts: boolean;
}

/** The words of server/backup/archive and of the system. */
const knownReasons: readonly KnownReason[] = [
  { reason: 'full', words: /lacks \d+ MB/, hasFacts: true },
  { reason: 'full', words: /no space left|quota exceeded|wrote only/i, hasFacts: false },
  { reason: 'missing', words: /missing or empty/, hasFacts: false },
  { reason: 'silent', words: /does not respond/, hasFacts: false },
  {
    reason: 'not-writable',
    words: /not writable|permission denied|operation not permitted|read-only/i,
    hasFacts: false,
  },
  { reason: 'other-shop', words: /another copy of this shop|another shop/, hasFacts: false },
  { reason: 'gap', words: /has a gap/, hasFacts: true },
  { reason: 'no-base-backup', words: /no complete base backup/, hasFacts: false },
  { reason: 'damaged', words: /cannot be read|damaged|is not complete/, hasFacts: true },
  { reason: 'differs', words: /differ from the shop/, hasFacts: true },
  { reason: 'not-archived', words: /the archive does not work/, hasFacts: false },
  { reason: 'busy', words: /too busy for a comparison/, hasFacts: false },
  { reason: 'killed', words: /^The verification ended with /, hasFacts: true },
];

/**
 * Why the archive fails: a reason that the page knows in both languages, and the server's words where they say more.
 * Both are '' without a failure.
 */
export function findArchiveReason(failure: string | null): {
  reason: ArchiveReason | '';
  words: string;
} {
  if (failure === null) return { reason: '', words: '' };
  const known = knownReasons.find(({ words }) => words.test(failure));
  if (known === undefined) return { reason: 'words', words: failure };
  return { reason: known.reason, words: known.hasFacts ? failure : '' };
}

/** Base backups and verifications run every night. */
const MAX_NIGHTLY_AGE_MS = 36 * 60 * 60_000;

const isRecent = (at: Date | null): boolean =>
  at !== null && Date.now() - at.getTime() < MAX_NIGHTLY_AGE_MS;

/** Whether changes and base backups reach BACKUP_DIR; null without one. */
export const checkArchive: HealthCheck = async ({ pool }) => {
  const status = await readArchiveStatus(pool);
  if (status === null) return null;
  const { failure, hasGap, ageSeconds, waitingBytes, baseBackupAt, baseBackupFailure } = status;
  const reason = failure ?? baseBackupFailure;
  const isHealthy = reason === null && !hasGap && !isArchiveLate(status) && isRecent(baseBackupAt);
  return {
    key: 'archive',
    isHealthy,
    values: {
      archivedAt: toBerlinIso(new Date(Date.now() - ageSeconds * 1000)),
      baseBackupAt: timeOf(baseBackupAt),
      waitingBytes,
      gap: hasGap ? 'gap' : '',
      ...findArchiveReason(reason),
    },
  };
};

/** Whether the last nightly verification could restore the archive and found no difference; null without an archive. */
export const checkVerification: HealthCheck = async ({ pool }) => {
  const status = await readArchiveStatus(pool);
  if (status === null) return null;
  const { verifiedAt, verificationFailure } = status;
  return {
    key: 'verification',
    isHealthy: verificationFailure === null && isRecent(verifiedAt),
    values: { verifiedAt: timeOf(verifiedAt), ...findArchiveReason(verificationFailure) },
  };
};

/** Less free space than both, and writing may stop within days. */
const MIN_FREE_BYTES = 1024 ** 3;
const MIN_FREE_PERCENT = 5;

/** Whether PostgreSQL responds, how fast, and in which version. */
const checkPostgres: HealthCheck = async ({ pool }) => {
  const startedAt = performance.now();
  const { rows } = await pool.query<{ version: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version`,
  );
  const milliseconds = Math.max(1, Math.round(performance.now() - startedAt));
  return {
    key: 'database',
    isHealthy: true,
    values: { milliseconds, version: rows[0]?.version ?? '' },
  };
};

/** Free space of the shop's folder, and the size of all data. */
const checkDisk: HealthCheck = async ({ pool, env }) => {
  const [disk, { rows }] = await Promise.all([
    statfs(env.dataDir),
    pool.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes'),
  ]);
  const freeBytes = disk.bavail * disk.bsize;
  const totalBytes = disk.blocks * disk.bsize;
  const isHealthy = freeBytes >= MIN_FREE_BYTES && freeBytes * 100 >= totalBytes * MIN_FREE_PERCENT;
  return {
    key: 'disk',
    isHealthy,
    values: { freeBytes, totalBytes, dataBytes: rows[0]?.bytes ?? 0 },
  };
};

/** The versions of the program and of its tables. */
const checkVersion: HealthCheck = async ({ pool }) => {
  const { rows } = await pool.query<{ name: string }>(
    'select name from migration.applied order by name desc limit 1',
  );
  const tables = rows[0]?.name.replace(/\.sql$/, '') ?? '';
  return { key: 'version', isHealthy: true, values: { version: packageFile.version, tables } };
};

/** How far this machine's clock and that of the database are apart. */
const checkClocks: HealthCheck = async ({ pool }) => {
  const databaseNow = await readClock(pool);
  const skewMs = Math.abs(Date.now() - databaseNow.getTime());
  const seconds = Math.round(skewMs / 1000);
  return { key: 'clock', isHealthy: skewMs <= MAX_CLOCK_SKEW_MS, values: { seconds } };
};

/** Faults are stored every 10 minutes while they go on. */
const MAX_FAULT_AGE_MS = 60 * 60_000;

/** Whether TRUSTED_PROXY fits the proxy in front of the shop; otherwise all visitors count as one. */
const checkProxy: HealthCheck = async ({ pool, env }) => {
  const seenAt = (await readCheckResults(pool)).get(PROXY_CHECK)?.checkedAt ?? null;
  return {
    key: 'proxy',
    isHealthy: seenAt === null || Date.now() - seenAt.getTime() > MAX_FAULT_AGE_MS,
    values: { networks: env.trustedProxies.join(', '), seenAt: timeOf(seenAt) },
  };
};

/** The comparison runs every minute. */
const MAX_COMPARISON_AGE_MS = 10 * 60_000;

/** When the provider's last webhook came, and whether payments came without one. */
const checkProvider: HealthCheck = async ({ pool }) => {
  const [{ rows }, silent] = await Promise.all([
    pool.query<{ last: Date | null }>('select max(received_at) as last from payment_event'),
    countTasks(pool, ['webhook-silent']),
  ]);
  const values = { lastWebhookAt: timeOf(rows[0]?.last), silent: silent[0]?.count ?? 0 };
  return { key: 'provider', isHealthy: silent.length === 0, values };
};

/** When payments, orders and tickets were compared, and the two numbers that must be 0. */
const checkComparison: HealthCheck = async ({ pool }) => {
  const results = await readCheckResults(pool);
  const paid = results.get('paid_without_ticket_or_refund');
  const unpaid = results.get('tickets_without_payment');
  const checkedAt = paid?.checkedAt ?? null;
  const isFresh = checkedAt === null || Date.now() - checkedAt.getTime() < MAX_COMPARISON_AGE_MS;
  const [paidWithout, withoutPayment] = [paid?.violations ?? 0, unpaid?.violations ?? 0];
  return {
    key: 'comparison',
    isHealthy: isFresh && paidWithout === 0 && withoutPayment === 0,
    values: { checkedAt: timeOf(checkedAt), paidWithout, withoutPayment },
  };
};

/** Whether the stored sales totals agreed with the tickets last night. */
const checkSums: HealthCheck = async ({ pool }) => {
  const result = (await readCheckResults(pool)).get(SALES_CHECK);
  const differences = result?.violations ?? 0;
  return {
    key: 'sums',
    isHealthy: differences === 0,
    values: { checkedAt: timeOf(result?.checkedAt), differences },
  };
};

/** Every part in the order of the page; one more is one more line here and its texts (messages/office/health.ts). */
const checks: HealthCheck[] = [
  checkPostgres,
  checkProcesses,
  checkJobs,
  checkMails,
  checkProxy,
  checkProvider,
  checkComparison,
  checkSums,
  checkDisk,
  checkArchive,
  checkVerification,
  checkVersion,
  checkClocks,
];

/** Data for the page Health (office.md 4.5). */
export async function readHealth(deps: Deps): Promise<HealthReport> {
  const [found, backlog] = await Promise.all([
    Promise.all(checks.map((check) => check(deps))),
    listJobBacklog(deps.pool),
  ]);
  // a job planned for later counts nowhere
  const counted = backlog.filter(
    (kind) => kind.due + kind.running + kind.retrying + kind.failed > 0,
  );
  const jobs = (counted.length > 0 ? counted : backlog).map(
    ({ task, due, running, retrying, failed }) => ({
      task,
      waiting: due,
      running,
      retrying,
      failed,
    }),
  );
  return { items: found.filter((item) => item !== null), jobs };
}
