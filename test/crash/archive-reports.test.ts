// Age and result of the archive and of its verification, where an operator looks: /readyz, /metrics and the office's
// page Health; also while BACKUP_DIR is away.
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { archiveReasons, healthHints, healthTexts } from '#messages/office/health.ts';
import { buildFolder } from '#server/edge/site-build.ts';
import { accepted, Buyer } from '../buyer.ts';
import { findAvailablePort } from '../find-available-port.ts';
import { createClient } from '../http-client.ts';
import { OfficeBrowser, signInEntries } from '../office-browser.ts';
import { startShopProcess } from '../shop-process.ts';

const secret = 'a secret for tests, 32 characters';
const poll = { timeout: 120_000, interval: 500 };

interface Readiness {
  archive?: {
    state: string;
    age_seconds: number;
    base_backup_at: string | null;
    verified_at: string | null;
    verification: string;
  };
}

// the shop serves the built site: CI builds before `npm test`
test.runIf(existsSync(path.join(buildFolder, 'server')))(
  'archive and verification are reported, also while BACKUP_DIR is away',
  { timeout: 400_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'festival-archive-reports-'));
    const [dataDir, backupDir] = [path.join(folder, 'data'), path.join(folder, 'backup')];
    const shop = await startShopProcess({
      PATH: process.env.PATH,
      PORT: String(await findAvailablePort()),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      BACKUP_DIR: backupDir,
      ARCHIVE_SECONDS: '2',
      DEMO: '1',
      LOG_LEVEL: 'warn',
      APP_SECRET: secret,
    });
    onTestFinished(async () => {
      shop.child.kill('SIGTERM');
      await shop.ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    });
    const archive = async () => {
      const response = await fetch(`${shop.url}/readyz`);
      return { status: response.status, ...((await response.json()) as Readiness).archive };
    };
    const browser = new OfficeBrowser(shop.url);
    await browser.signIn(signInEntries(secret, 'office'));
    const german = { headers: { 'accept-language': 'de' } };
    const health = async () => readWords(await browser.send('/office/health', german));

    await expect
      .poll(archive, poll)
      .toMatchObject({ status: 200, state: 'ok', verified_at: expect.any(String) });
    const well = await archive();
    expect(well).toMatchObject({ verification: 'ok', base_backup_at: expect.any(String) });
    await expect
      .poll(() => readMetrics(shop.url), poll)
      .toMatchObject({
        archive_enabled: 1,
        archive_failing: 0,
        archive_gap: 0,
        archive_verification_failed: 0,
      });
    const metrics = await readMetrics(shop.url);
    expect(metrics['archive_verified_age_seconds']).toBeGreaterThan(0);
    expect(metrics['base_backup_age_seconds']).toBeGreaterThan(0);
    expect(metrics['archive_age_seconds']).toBeLessThan(60);
    const page = await health();
    expect(page).toContain(`Archiv ${healthTexts.well.de} Zuletzt archiviert: `);
    expect(page).toMatch(/Letzte Basissicherung: \d/);
    expect(page).toMatch(/Zuletzt wiederhergestellt und ohne Unterschied verglichen: \d/);

    await rename(backupDir, `${backupDir}.away`);
    await expect.poll(archive, poll).toMatchObject({ status: 200, state: 'failing' });
    const { data } = (await accepted(createClient(shop.url)('GET', '/concert/7'))).body as Concert;
    const types = data.product.tickets.map(({ id }) => id);
    await accepted(new Buyer(shop).add({ productId: data.product.id, types }));
    await expect
      .poll(() => readMetrics(shop.url), poll)
      .toMatchObject({ archive_failing: 1, archive_waiting_bytes: expect.any(Number) });
    const failing = await health();
    expect(failing).toContain(`Archiv ${healthTexts.notWell.de}`);
    expect(failing).toContain(`Grund: ${archiveReasons.missing.de}`);
    expect(failing).toContain(healthHints.archive.de);
    await vi.waitUntil(() => shop.output().includes('Cannot write to BACKUP_DIR'), poll);

    await rename(`${backupDir}.away`, backupDir);
    await expect.poll(archive, poll).toMatchObject({ status: 200, state: 'ok' });
    expect(await health()).toContain(`Archiv ${healthTexts.well.de}`);
  },
);

interface Concert {
  data: { product: { id: number; tickets: { id: number }[] } };
}

/** The gauges of the archive, without the prefix of our metrics. */
async function readMetrics(url: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const found = text.matchAll(/^festival_((?:archive|base_backup)\w*) (\S+)$/gm);
  return Object.fromEntries([...found].map(([, name = '', value]) => [name, Number(value)]));
}

/** The text of the page. */
function readWords({ status, html }: { status: number; html: string }): string {
  expect(status).toBe(200);
  const [body = ''] = /<main[\s\S]*<\/main>/.exec(html) ?? [];
  const words = body.replaceAll(/<[^>]*>/g, ' ').replaceAll('&#x27;', "'");
  return words.replaceAll(/\s+/g, ' ');
}
