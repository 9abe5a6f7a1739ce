import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { countViolations } from '../invariants.ts';
import { listJobBacklog } from '../platform/jobs/job-runner.ts';
import { unsentMailSql } from '../platform/mail/queue-mail.ts';
import { securityEvents, type SecurityEvent } from '../platform/security/security-events.ts';
import { memoizeFor } from '../platform/memoize.ts';
import {
  isArchiveLate,
  readArchiveStatus,
  type ArchiveStatus,
} from '../backup/archive/archive-runs.ts';

/** Metrics for Prometheus. */
export interface Metrics {
  contentType: string;
  read(): Promise<string>;
  countSecurityEvent: (event: SecurityEvent) => void;
  observe: (method: string, route: string, status: number, seconds: number) => void;
  /** An operation that a page runs. */
  observeOperation: (operation: string, status: number, seconds: number) => void;
}

/** Creates the metrics of this process. */
export function createMetrics(pool: Pool): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'festival_http_request_duration_seconds',
    help: 'Duration of API calls, by route, and of what pages run, by operation, in seconds',
    labelNames: ['method', 'route', 'operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const events = createEventCounter(registry);
  countProcess(registry);
  addPoolGauge(registry, pool);
  addDatabaseGauges(registry, pool);
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    countSecurityEvent: (event) => events.inc({ event }),
    observe(method, route, status, seconds) {
      durations.observe({ method, route, status: String(status) }, seconds);
    },
    observeOperation(operation, status, seconds) {
      durations.observe({ operation, status: String(status) }, seconds);
    },
  };
}

/** Starts every kind at 0, so that the first event counts as an increase. */
function createEventCounter(registry: Registry): Counter {
  const events = new Counter({
    name: 'festival_security_events_total',
    help: 'Failed logins, lock-outs, changes of credentials, foreign origins, bad signatures',
    labelNames: ['event'],
    registers: [registry],
  });
  for (const event of Object.keys(securityEvents)) events.inc({ event }, 0);
  return events;
}

function countProcess(registry: Registry): void {
  const processes = new Gauge({
    name: 'festival_processes',
    help: 'Processes that respond to requests on this port',
    registers: [registry],
  });
  processes.set(1);
}

/** One row with all counts of the database. Counts orders by their invoice numbers: each that was bought has its own. */
const counts = `select
  (select coalesce(sum(held), 0) from stock)::integer as tickets_held,
  (select coalesce(max(held::float8 / (quantity - sold)), 0) from stock where held >= 40) as held_share,
  (select coalesce(sum(sold), 0) from stock)::integer as sold_tickets,
  (select coalesce(sum(last), 0) from invoice_counter where series = 'invoice')::integer as orders,
  (select count(*) from checkout where closed_at is null and settled_at is null)::integer as open_payments,
  (select count(*) from refund where succeeded_at is null and failed_at is null)::integer as pending_refunds,
  (select count(*) from refund where failed_at is not null)::integer as failed_refunds,
  (select count(*) from dispute where closed_at is null)::integer as open_disputes,
  (select count(*) from mail where ${unsentMailSql})::integer as unsent_mails`;

const counted = [
  ['tickets_held', 'Tickets held by carts'],
  [
    'held_share',
    'Largest share of the unsold tickets of a concert that carts hold, from 40 tickets on',
  ],
  ['sold_tickets', 'Tickets sold'],
  ['orders', 'Orders bought'],
  ['open_payments', 'Checkouts waiting for their payment'],
  ['pending_refunds', 'Refunds on their way'],
  ['failed_refunds', 'Refunds that failed at the provider'],
  ['open_disputes', 'Payments in dispute'],
  ['unsent_mails', 'Mails waiting to be sent'],
  ['paid_without_ticket_or_refund', 'Must be 0: payments that ended in neither'],
  ['tickets_without_payment', 'Must be 0: valid tickets nobody paid'],
  ['archive_enabled', '1 while BACKUP_DIR is set; otherwise all values of the archive are 0'],
  ['archive_failing', '1 while BACKUP_DIR cannot be written or gets nothing'],
  ['archive_gap', '1 after WAL was dropped, until the next base backup'],
  ['archive_age_seconds', 'Time since the last WAL segment was archived'],
  ['archive_waiting_bytes', 'WAL that waits for BACKUP_DIR'],
  ['base_backup_age_seconds', 'Time since the last complete base backup began; 0: never'],
  ['base_backup_failed', '1 if the last base backup failed'],
  [
    'archive_verified_age_seconds',
    'Time since the archive was last restored and compared; 0: never',
  ],
  ['archive_verification_failed', '1 if the last verification of the archive failed'],
  ['database_up', '1 while the database responds'],
] as const;

/** Probes and Prometheus come every few seconds; reconciliation compares every minute (decision 14). */
export const VIOLATIONS_TTL_MS = 60_000;

/** One measurement sets all gauges; each waits for it when it is read. */
function addDatabaseGauges(registry: Registry, pool: Pool): void {
  let measuring: Promise<void> | undefined;
  const violations = memoizeFor(VIOLATIONS_TTL_MS, () => countViolations(pool));
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge => {
    const created = new Gauge({
      name: `festival_${name}`,
      help,
      labelNames,
      registers: [],
      // every process counts the same rows
      collect: () => (measuring ??= measure().finally(() => (measuring = undefined))),
    });
    registry.registerMetric(created);
    return created;
  };
  const gauges = new Map<string, Gauge>(counted.map(([name, help]) => [name, gauge(name, help)]));
  const jobs = gauge('jobs', 'Jobs by task and state', ['task', 'state']);

  async function measure(): Promise<void> {
    try {
      const { rows } = await pool.query<Record<string, number>>(counts);
      const numbers = {
        ...rows[0],
        ...(await violations()),
        ...(await measureArchive(pool)),
        database_up: 1,
      };
      for (const [name, value] of Object.entries(numbers)) gauges.get(name)?.set(value);
      jobs.reset();
      for (const { task, due, running, retrying, failed } of await listJobBacklog(pool)) {
        const states = { due, running, retrying, failed };
        for (const [state, number] of Object.entries(states)) jobs.set({ task, state }, number);
      }
    } catch {
      gauges.get('database_up')?.set(0);
    }
  }
}

function addPoolGauge(registry: Registry, pool: Pool): void {
  const connections = new Gauge({
    name: 'festival_database_connections',
    help: 'Connections of the pools',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'all' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  registry.registerMetric(connections);
}

/** Says whether the archive works, not why not: anybody may read it (api.md, Operations). */
export function toArchiveDto(status: ArchiveStatus) {
  return {
    state: isFailing(status) ? 'failing' : status.hasGap ? 'incomplete' : 'ok',
    age_seconds: Math.round(status.ageSeconds),
    waiting_bytes: status.waitingBytes,
    base_backup_at: status.baseBackupAt,
    base_backup: describeRuns(status.baseBackupAt, status.baseBackupFailure),
    verified_at: status.verifiedAt,
    verification: describeRuns(status.verifiedAt, status.verificationFailure),
  };
}

function isFailing(status: ArchiveStatus): boolean {
  return status.failure !== null || isArchiveLate(status);
}

function describeRuns(succeededAt: Date | null, failure: string | null): 'ok' | 'failed' | 'never' {
  if (failure !== null) return 'failed';
  return succeededAt === null ? 'never' : 'ok';
}

/** The gauges of the archive by their names (metrics.ts); all 0 without BACKUP_DIR. */
export async function measureArchive(pool: Pool): Promise<Record<string, number>> {
  const status = await readArchiveStatus(pool);
  const age = (at: Date | null | undefined): number =>
    at ? (Date.now() - at.getTime()) / 1000 : 0;
  return {
    archive_enabled: Number(status !== null),
    archive_failing: Number(status !== null && isFailing(status)),
    archive_gap: Number(status?.hasGap ?? false),
    archive_age_seconds: status?.ageSeconds ?? 0,
    archive_waiting_bytes: status?.waitingBytes ?? 0,
    base_backup_age_seconds: age(status?.baseBackupAt),
    base_backup_failed: Number((status?.baseBackupFailure ?? null) !== null),
    archive_verified_age_seconds: age(status?.verifiedAt),
    archive_verification_failed: Number((status?.verificationFailure ?? null) !== null),
  };
}
