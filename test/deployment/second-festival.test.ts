// Another festival's site, mails and tickets show nothing of the demonstration's.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadProgramme } from '#server/programme/load-programme.ts';
import { writeNewFestival } from '#server/programme/new-festival.ts';
import { readProgramme } from '#server/programme/read-programme.ts';
import { accepted, Buyer } from '../buyer.ts';
import { mailsTo } from '../conformance/mailbox.ts';
import { createClient } from '../http-client.ts';
import { openDemoSite } from '../open-demo-shop.ts';
import { hasPoppler, textOf } from '../pdf.ts';

const SHORT_NAME = 'Grenzlandkammermusiktage';
const TRACES = /marienfirn|firnach|kloster|abtei|abbey/i;
/** Of the demonstration alone: buttons, links, the sky. */
const COLOURS = /#f2703d|#a63a12|#cfe2de/i;

const site = await openDemoSite();
const call = createClient(site.url, 'de');
const folder = await mkdtemp(path.join(tmpdir(), 'second-festival-'));
afterAll(() => rm(folder, { recursive: true }));

async function loadSecondFestival() {
  await writeNewFestival(folder);
  const festival = path.join(folder, 'festival.yaml');
  const text = await readFile(festival, 'utf8');
  await writeFile(festival, text.replace('shortName: Klangtage', `shortName: ${SHORT_NAME}`));
  const concert = path.join(folder, 'concerts/07-09-opening.yaml');
  await writeFile(
    concert,
    (await readFile(concert, 'utf8')).replace('onSale: false', 'onSale: true'),
  );
  await loadProgramme(site.pool, await readProgramme(folder));
}

interface ConcertBody {
  data: { id: number; product: { id: number; tickets: { id: number }[] } | null }[];
}

test('pages, mails and tickets of a second festival have no trace of the first', async () => {
  await loadSecondFestival();
  const readConcerts = async () =>
    ((await call('GET', '/concert')).body as ConcertBody | undefined)?.data ?? [];
  await expect.poll(async () => (await readConcerts()).length, { timeout: 10_000 }).toBe(2);
  const [concert] = await readConcerts();
  const addresses = ['', '/concerts/all', `/concerts/${concert?.id}`, '/about', '/contact'];
  for (const address of ['/de', '/en'].flatMap((prefix) =>
    addresses.map((page) => prefix + page),
  )) {
    const { status, text } = await call('GET', address, { headers: { accept: 'text/html' } });
    expect([address, status]).toEqual([address, 200]);
    expect(text.match(TRACES)).toBeNull();
    // the style sheet has them, before the festival's own
    expect(text.replaceAll(/:root\{[^}]*\}/g, '').match(COLOURS)).toBeNull();
    expect(text).toContain('--action:#f0a93b');
    expect(text).toContain('d="M3 22h9v23H3Z');
  }
  expect((await call('GET', '/de')).text).toContain(SHORT_NAME);

  expect((await call('GET', '/icon.svg')).text).toMatch(/fill="#1d2433".*M3 22h9v23H3Z/);
  expect((await call('GET', '/site.webmanifest')).text).not.toContain('icon-192');

  const buyer = new Buyer(site);
  const product = concert?.product;
  await buyer.checkOut({ productId: product?.id ?? 0, types: [product?.tickets[0]?.id ?? 0] });
  buyer.pay();
  await accepted(buyer.complete());
  const listMails = () => mailsTo(call, 'clara@example.org', 'order-confirmation');
  await expect.poll(async () => (await listMails()).length, { timeout: 30_000 }).toBe(1);
  for (const id of await listMails()) {
    const html = (await call('GET', `/dev/mail/${id}/html`)).text;
    expect(html).toContain('Klangtage Musterstadt');
    expect(html.match(TRACES)).toBeNull();
    expect(html.match(COLOURS)).toBeNull();
  }
  if (!hasPoppler) return;
  const { rows } = await site.pool.query<{ bytes: Buffer }>('select bytes from document');
  expect(rows.length).toBeGreaterThan(0);
  for (const { bytes } of rows) expect(textOf(bytes).match(TRACES)).toBeNull();
}, 90_000);

test('a festival in German alone has no English pages, and needs no English texts', async () => {
  const festival = path.join(folder, 'festival.yaml');
  const text = await readFile(festival, 'utf8');
  const german = text.replaceAll(/^ *en: .*\n|, en: [^}]*(?= \})/gm, '');
  await writeFile(festival, `languages: [de]\n${german}`);
  await loadProgramme(site.pool, await readProgramme(folder));
  const readHome = () =>
    call('GET', '/', { headers: { accept: 'text/html', 'accept-language': 'en' } });
  await expect
    .poll(async () => (await readHome()).text, { timeout: 10_000 })
    .not.toContain('hrefLang');
  const home = (await readHome()).text;
  expect(home).toContain('<html lang="de"');
  expect(home).not.toContain('action="/language"');
  const english = await call('GET', '/en/concerts/all?show=free');
  expect([english.status, english.headers.get('location')]).toEqual([
    301,
    '/de/concerts/all?show=free',
  ]);
  const sitemap = (await call('GET', '/sitemap.xml')).text;
  expect(sitemap).not.toContain('/en/');
});
