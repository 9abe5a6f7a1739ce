import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createTestDatabase } from '#test/database.ts';
import { createMetrics } from './metrics.ts';

const { pool } = await createTestDatabase();
const deploy = path.join(import.meta.dirname, '../../deploy');
const read = (file: string) => readFile(path.join(deploy, file), 'utf8');

const alerts = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).default([]) })),
});

/** Expressions of the alert rules and of the dashboard. */
async function readExpressions(): Promise<string[]> {
  const { groups } = alerts.parse(parse(await read('prometheus/alerts.yml')));
  const { panels } = dashboard.parse(JSON.parse(await read('grafana/festival.json')));
  return [
    ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
}

test('alerts and dashboard use existing metrics', async () => {
  const metrics = createMetrics(pool);
  metrics.observe('GET', '/api/concerts', 200, 0.01);
  const measured = await metrics.read();
  const expressions = await readExpressions();
  expect(expressions.length).toBeGreaterThan(30);
  const wanted = expressions.flatMap(
    (expression) => expression.match(/\b(?:festival|nodejs|process)_\w+/g) ?? [],
  );
  for (const name of new Set(wanted))
    expect(measured).toMatch(new RegExp(`^# TYPE ${base(name)} `, 'm'));
});

/** Removes the suffix of a histogram's series. */
function base(name: string): string {
  return name.replace(/_(?:bucket|count|sum)$/, '');
}

test('the backup service leaves what the alerts of deploy/failover read', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'backup-metrics-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const command =
    /^ExecStopPost=\+\/bin\/sh \/opt\/festival\/deploy\/(\S+) \$\{SERVICE_RESULT\} \S+$/m;
  const script = command.exec(await read('festival-backup.service'))?.[1] ?? '';
  const end = (result: string, where = folder) =>
    execFileSync('/bin/sh', [path.join(deploy, script), result, where]);
  const verified = path.join(folder, 'festival-backup-verified.prom');
  const readMetrics = async () => {
    const files = (await readdir(folder)).toSorted();
    const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')));
    return { files, text: texts.join('') };
  };
  end('exit-code');
  expect((await readMetrics()).files, 'never verified').toEqual(['festival-backup.prom']);
  end('success');
  const { files, text } = await readMetrics();
  expect(files).toEqual(['festival-backup-verified.prom', 'festival-backup.prom']);
  expect(text).toContain('\nfestival_backup_failed 0\n');
  const seconds = Number(/^festival_backup_verified_timestamp_seconds (\d+)$/m.exec(text)?.[1]);
  expect(Math.abs(seconds - Date.now() / 1000)).toBeLessThan(60);
  const before = await readFile(verified, 'utf8');
  await utimes(verified, 0, 0);
  end('oom-kill');
  expect((await readMetrics()).text).toContain('\nfestival_backup_failed 1\n');
  expect(await readFile(verified, 'utf8'), 'the last success').toBe(before);
  expect((await stat(verified)).mtimeMs).toBe(0);
  end('success', path.join(folder, 'no node_exporter'));

  const { groups } = alerts.parse(parse(await read('failover/alerts.yml')));
  const rules = groups.flatMap((group) => group.rules.map(({ expr }) => expr)).join('\n');
  const names = new Set(rules.match(/\bfestival_\w+/g));
  expect([...names]).toEqual([
    'festival_backup_failed',
    'festival_backup_verified_timestamp_seconds',
  ]);
  for (const name of names) expect(text).toContain(`# TYPE ${name} gauge\n`);
});

test('a failed call is counted by its status', async () => {
  const metrics = createMetrics(pool);
  metrics.observe('GET', '/api/concerts', 503, 0.01);
  expect(await metrics.read()).toContain(
    'festival_http_request_duration_seconds_count{method="GET",route="/api/concerts",status="503"} 1',
  );
});

test('values are current, including the two violation counts', async () => {
  const metrics = createMetrics(pool);
  expect(await metrics.read()).toContain('festival_unsent_mails 0');
  await pool.query(
    `insert into mail (kind, recipient, language, event_key) values ('x', 'clara@example.org', 'de', '1')`,
  );
  const measured = await metrics.read();
  expect(measured).toContain('festival_unsent_mails 1');
  expect(measured).toContain('festival_paid_without_ticket_or_refund 0');
  expect(measured).toContain('festival_tickets_without_payment 0');
  expect(measured).toContain('festival_database_up 1');
});
