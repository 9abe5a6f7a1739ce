import { expect, test } from 'vitest';
import { OfficeBrowser } from '#test/office-browser.ts';
import { openDemoSite } from '#test/open-demo-shop.ts';
import { createPaidOrder } from '#test/orders.ts';

const shop = await openDemoSite();

async function signInAs(role: 'admin' | 'office' | 'editor' | 'door'): Promise<OfficeBrowser> {
  const browser = new OfficeBrowser(shop.url);
  expect((await browser.signIn({ ...shop.accountOf(role), code: '' })).status).toBe(303);
  return browser;
}

const files = ['sales', 'revenue', 'invoices', 'gema'];
const download = async (role: Parameters<typeof signInAs>[0], query: string) => {
  const browser = await signInAs(role);
  const found = new Map<string, { status: number; html: string }>();
  for (const file of files) {
    found.set(file, await browser.send(`/office/reports/${file}.csv${query}`));
  }
  return found;
};

test('administrators and the office download reports, each with an entry of the log', async () => {
  await createPaidOrder(shop, { lines: [['fuenf-winde', 'full', 2]], deliveryMethod: 'postal' });
  for (const role of ['admin', 'office'] as const) {
    const query = '?by=concert&by=type&from=2020-01-01&to=Clara&language=de&bom=1';
    const found = await download(role, query);
    expect(files.map((file) => found.get(file)?.status)).toEqual([200, 200, 200, 200]);
    expect(found.get('sales')?.html).toMatch(
      /^\u{FEFF}?Konzert;Kartenart;Verkauft;Freikarten;Storniert;Gültig;Umsatz;Erstattet;Verbleibt\r\nFünf Winde[^;]*;[^;]+;2;0;0;2;/u,
    );
    expect(found.get('revenue')?.html).toMatch(/;4,50\r\n$/);
    expect(found.get('gema')?.html.split('\r\n').length).toBeGreaterThan(20);
  }
  const { rows } = await shop.pool.query(
    `select thing_id as report, after, count(*)::integer as n from audit_event where command = 'report:export'
     group by 1, 2 order by 1`,
  );
  const after = { from: '2020-01-01' };
  expect(rows).toEqual(files.toSorted().map((report) => ({ report, after, n: 2 })));
});

test('editors have the file for the GEMA alone, the door has none', async () => {
  const ofEditor = await download('editor', '');
  expect(files.map((file) => ofEditor.get(file)?.status)).toEqual([403, 403, 403, 200]);
  const ofDoor = await download('door', '');
  expect(files.map((file) => ofDoor.get(file)?.status)).toEqual([403, 403, 403, 403]);
});

test('filters that are none select everything', async () => {
  const browser = await signInAs('admin');
  for (const file of files) {
    const odd = 'from=2025-02-30&to=1&concert=%27&by=none&payout=%F0%9F%8E%BB';
    const { status } = await browser.send(`/office/reports/${file}.csv?${odd}`);
    expect([file, status]).toEqual([file, 200]);
  }
});
