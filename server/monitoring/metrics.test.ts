import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createTestDatabase } from '#test/database.ts';
import { createMetrics } from './metrics.ts';

const { pool } = await createTestDatabase();
const read = (file: string) =>
  readFile(path.join(import.meta.dirname, '../../deploy', file), 'utf8');

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
