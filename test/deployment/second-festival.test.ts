// Another festival's site, mails and tickets show nothing of the demonstration's.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { readCovers } from '#server/programme/load-covers.ts';
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
/** Drawings; share images are of words alone. */
const DRAWINGS =
  /\/media\/plates\/(?!\S*-share-)|class="plan|class="site-footer__edge|Zeichnung|drawing/i;
const DELIVERY = /4[.,]50|nur innerhalb Deutschlands|Germany only|within Germany/;
/** Of the demonstration alone: buttons, links, the sky. */
const COLOURS = /#f2703d|#a63a12|#cfe2de/i;

const site = await openDemoSite();
const call = createClient(site.url, 'de');
const folder = await mkdtemp(path.join(tmpdir(), 'second-festival-'));
afterAll(() => rm(folder, { recursive: true }));

/** Replaces a text that the file has. */
async function edit(file: string, old: string, text: string) {
  const before = await readFile(path.join(folder, file), 'utf8');
  expect(before).toContain(old);
  await writeFile(path.join(folder, file), before.replace(old, text));
}

const photo = (file: string) => `{
    file: ${file}, credit: { de: Foto Stadtarchiv, en: Photo town archive },
    alt: { de: Der Saal am Abend, en: The hall in the evening } }`;

const load = async () => {
  const read = await readProgramme(folder);
  const { programme, images } = await readCovers(site.pool, folder, read);
  await loadProgramme(site.pool, programme, { images });
};

/** Photographs instead of drawings, and delivery of its own. */
async function loadSecondFestival() {
  await writeNewFestival(folder);
  for (const [name, background] of [
    ['hall', '#753'],
    ['stage', '#357'],
  ] as const) {
    const create = { width: 1500, height: 1000, channels: 3, background } as const;
    await sharp({ create })
      .jpeg()
      .toFile(path.join(folder, `${name}.jpg`));
  }
  const look = `plates: none\n  home: ${photo('hall.jpg')}\n  foreground: none`;
  await edit('festival.yaml', 'shortName: Klangtage', `shortName: ${SHORT_NAME}`);
  await edit('festival.yaml', 'foreground: none', look);
  await edit(
    'festival.yaml',
    'year: 2027',
    `year: 2027
delivery:
  postage: 690
  countries: [DE, AT]
  note: { de: 'Brief, binnen drei Tagen.', en: 'Letter, within three days.' }`,
  );
  const concert = 'concerts/07-09-opening.yaml';
  await edit(concert, 'onSale: false', 'onSale: true');
  await edit(concert, 'key: C-Dur', `key: C-Dur\ncover: ${photo('stage.jpg')}`);
  await load();
}

interface ConcertBody {
  data: {
    id: number;
    cover_image: { image_url: string; copyright: string };
    product: { id: number; tickets: { id: number }[] } | null;
  }[];
}

test('pages, mails and tickets of a second festival have no trace of the first', async () => {
  await loadSecondFestival();
  const readConcerts = async () =>
    ((await call('GET', '/concert')).body as ConcertBody | undefined)?.data ?? [];
  await expect.poll(async () => (await readConcerts()).length, { timeout: 10_000 }).toBe(2);
  const [concert, plain] = await readConcerts();
  const concerts = [concert, plain].map((each) => `/concerts/${each?.id}`);
  const addresses = ['', '/concerts/all', ...concerts, '/about', '/contact', '/terms'];
  for (const address of ['/de', '/en'].flatMap((prefix) =>
    addresses.map((page) => prefix + page),
  )) {
    const { status, text } = await call('GET', address, { headers: { accept: 'text/html' } });
    expect([address, status]).toEqual([address, 200]);
    for (const trace of [TRACES, DRAWINGS, DELIVERY]) expect(text.match(trace)).toBeNull();
    // the style sheet has them, before the festival's own
    expect(text.replaceAll(/:root\{[^}]*\}/g, '').match(COLOURS)).toBeNull();
    expect(text).toContain('--action:#f0a93b');
    expect(text).toContain('d="M3 22h9v23H3Z');
  }
  const home = (await call('GET', '/de')).text;
  expect(home).toContain(SHORT_NAME);
  const [photograph] = /\/media\/covers\/\w+-1440\.jpg/.exec(home) ?? [];
  const [shared] = /\/media\/plates\/season-share-season-de-\w+\.png/.exec(home) ?? [];
  for (const file of [photograph, shared]) expect((await call('GET', file ?? '')).status).toBe(200);
  expect(home).toContain('alt="Der Saal am Abend"');
  expect(home).toContain('Foto Stadtarchiv');
  expect((await call('GET', `/de${concerts[0]}`)).text).toContain(
    'Post (nur Deutschland, Österreich;',
  );
  expect(concert?.cover_image.image_url).toContain('/media/covers/');
  expect(plain?.cover_image).toEqual({ image_url: '', copyright: '' });

  expect((await call('GET', '/icon.svg')).text).toMatch(/fill="#1d2433".*M3 22h9v23H3Z/);
  expect((await call('GET', '/site.webmanifest')).text).not.toContain('icon-192');

  const product = concert?.product;
  const abroad = new Buyer(site);
  const line = { productId: product?.id ?? 0, types: [product?.tickets[0]?.id ?? 0] };
  await accepted(abroad.add(line));
  await accepted(abroad.details({ country_id: 40 }));
  const { data: cart } = (await accepted(abroad.delivery('postal'))).body;
  expect(cart?.delivery?.total_price).toBe(6.9);

  const buyer = new Buyer(site);
  await buyer.checkOut(line);
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
  const brochure = await fetch(`${site.url}/media/brochure-de.pdf`);
  const files = [...rows.map(({ bytes }) => bytes), Buffer.from(await brochure.arrayBuffer())];
  for (const bytes of files) expect(textOf(bytes)).not.toMatch(TRACES);
  expect(textOf(files.at(-1) ?? Buffer.alloc(0))).not.toMatch(/Gipfel|Zeichnung/);
}, 90_000);

test('a festival in German alone has no English pages, and needs no English texts', async () => {
  const festival = path.join(folder, 'festival.yaml');
  const text = await readFile(festival, 'utf8');
  const german = text.replaceAll(/^ *en: .*\n|, en: [^}]*(?= \})/gm, '');
  await writeFile(festival, `languages: [de]\n${german}`);
  await load();
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
