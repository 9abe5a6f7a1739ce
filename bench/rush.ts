// `npm run bench:rush`: complete purchases on one hot concert, from first add to order token, with load,
// payment sandbox and database on this machine; beside it the plain SQL of a hold and an order.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { cpuSeconds } from './cpu-time.ts';
import { inParallel, row, Times } from './measure.ts';
import { makeWare, type Ware } from './purchase.ts';
import { startShopProcess, type ShopProcess } from './shop-process.ts';

const buyers = Number(process.argv[2] ?? 3000);
const concurrency = Number(process.argv[3] ?? 200);
const agent = new http.Agent({ keepAlive: true, maxSockets: concurrency });

function post(
  base: string,
  url: string,
  body: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = http.request(
      base + url,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString();
          resolve({
            status: response.statusCode ?? 0,
            body: (answer === '' ? {} : JSON.parse(answer)) as Record<string, unknown>,
          });
        });
      },
    );
    request.on('error', reject);
    request.end(text);
  });
}

const times = {
  add: new Times(),
  initiate: new Times(),
  complete: new Times(),
  whole: new Times(),
};
const outcome = { bought: 0, refused: 0, failed: 0 };

async function buy(shop: ShopProcess, hot: Ware): Promise<void> {
  const sessionId = randomUUID();
  await times.whole.of(async () => {
    const items = [{ productId: hot.productId, id: hot.typeId, quantity: 1 }];
    const added = await times.add.of(() => post(shop.url, '/cart', { sessionId, items }));
    if (added.status === 409) return void outcome.refused++;
    await post(shop.url, '/delivery-details', {
      sessionId,
      first_name: 'Anna',
      last_name: 'Rast',
      street: 'Weg 1',
      zip: '80331',
      city: 'München',
      country_id: 55,
      email: 'anna@example.org',
    });
    await post(shop.url, `/cart/delivery/${sessionId}`, { sessionId, deliveryMethod: 'boxoffice' });
    const opened = await times.initiate.of(() =>
      post(shop.url, `/payment/initiate/${sessionId}`, {}),
    );
    const paymentIntent = String(opened.body['paymentIntent']);
    await post(shop.sandboxUrl, '/sandbox/pay', [paymentIntent]);
    const done = await times.complete.of(() =>
      post(shop.url, `/payment/complete/${sessionId}`, { paymentIntent, master_data_id: 99 }),
    );
    if (done.status === 200) outcome.bought++;
    else outcome.failed++;
  });
}

/** What PostgreSQL itself can do: a hold, and the rows of an order, by pgbench where it is installed. */
function plainSql(shop: ShopProcess, hot: Ware): number | null {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'rush-')), 'hold.sql');
  writeFileSync(
    file,
    `update stock set held = held + 1 where product_id = ${hot.productId} and sold + held + 1 <= quantity;\n` +
      'begin;\n' +
      `update stock set held = held - 1, sold = sold + 1 where product_id = ${hot.productId};\n` +
      "insert into payment_event (id, type) values (gen_random_uuid()::text, 'bench');\n" +
      'commit;\n',
  );
  const run = spawnSync(
    'pgbench',
    [
      '-h',
      shop.socket,
      '-U',
      'app',
      '-n',
      '-c',
      '32',
      '-j',
      '2',
      '-T',
      '5',
      '-f',
      file,
      'postgres',
    ],
    { encoding: 'utf8' },
  );
  const tps = /tps = ([\d.]+)/.exec(run.stdout ?? '')?.[1];
  return tps === undefined ? null : Number(tps);
}

const shop = await startShopProcess();
const hot = await makeWare(shop, buyers * 2 + 200_000);
console.log(
  `${cpus()[0]?.model ?? 'CPU'}, ${availableParallelism()} cores, Node ${process.version}`,
);
await inParallel(
  Array.from({ length: 200 }, () => hot),
  concurrency,
  (item) => buy(shop, item),
); // warm
Object.assign(times, {
  add: new Times(),
  initiate: new Times(),
  complete: new Times(),
  whole: new Times(),
});
Object.assign(outcome, { bought: 0, refused: 0, failed: 0 });
const cpu = () => ({
  shop: cpuSeconds(shop.child.pid ?? 0),
  database: cpuSeconds(shop.databasePid),
});
const cpuBefore = cpu();
const began = performance.now();
await inParallel(
  Array.from({ length: buyers }, () => hot),
  concurrency,
  (item) => buy(shop, item),
);
const seconds = (performance.now() - began) / 1000;
const rate = outcome.bought / seconds;
row(
  'purchases per second',
  rate.toFixed(0),
  `${outcome.bought} bought, ${outcome.refused} refused, ${outcome.failed} failed`,
);
const cpuAfter = cpu();
for (const name of ['shop', 'database'] as const) {
  const ms = ((cpuAfter[name] - cpuBefore[name]) * 1000) / outcome.bought;
  row(`processor time per purchase, ${name}, ms`, ms.toFixed(1));
}
row('add, p50 / p99 ms', `${times.add.at(0.5).toFixed(0)} / ${times.add.at(0.99).toFixed(0)}`);
row(
  'initiate, p50 / p99 ms',
  `${times.initiate.at(0.5).toFixed(0)} / ${times.initiate.at(0.99).toFixed(0)}`,
);
row(
  'complete, p50 / p99 ms',
  `${times.complete.at(0.5).toFixed(0)} / ${times.complete.at(0.99).toFixed(0)}`,
);
row(
  'whole purchase, p50 / p99 ms',
  `${times.whole.at(0.5).toFixed(0)} / ${times.whole.at(0.99).toFixed(0)}`,
);
const plain = plainSql(shop, hot);
if (plain !== null)
  row('plain hold + order SQL per second', plain.toFixed(0), `ratio ${(rate / plain).toFixed(2)}`);
const { rows } = await shop.pool.query(
  `select (select count(*)::integer from stock where sold + held > quantity) as oversold,
     (select count(*)::integer from orders) as orders,
     (select count(distinct checkout_id)::integer from orders) as distinct_checkouts,
     (select max(last) - count(*)::integer from invoice_counter, invoice where invoice.series = 'invoice'
        and invoice_counter.series = 'invoice') as invoice_gaps`,
);
row('invariants', JSON.stringify(rows[0]));
agent.destroy();
await shop.stop();
