// `npm run bench:door -- [SECONDS]`: 20 devices admit 600 people through two doors while all ask for news, and somebody
// buys tickets beside them; then each sends 600 events that it made without a network (door.md 10).
// Bars: no error, events p95 at most 200 ms; all offline events stored once within 10 s.
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_EVENTS_SENT } from '#contract/door/wire.ts';
import { hashToken } from '#server/platform/security/signed-tokens.ts';
import { eventNow, pairDevice, type TestDevice } from '#test/door.ts';
import { Durations, runEvery } from './measure.ts';
import { addTicketsForSale, purchase } from './purchase.ts';
import { report, reportMachine, reportMax } from './report.ts';
import { type BenchShop, startBenchShop } from './start-bench-shop.ts';

const seconds = Number(process.argv[2] ?? 120);
const DEVICE_COUNT = 20;
const ADMIT_COUNT = 600;
const OFFLINE_COUNT = 600;
const POLL_MS = 3000;
const BUY_MS = 1000;
const MAX_EVENTS_P95_MS = 200;
const MAX_OFFLINE_MS = 10_000;
const CODE = '0123456789ABCDEFGHJKMNPQRST';

/** Sells tickets of one concert without their payments; returns the concert and their ids. */
async function openDoor(shop: BenchShop): Promise<{ concertId: number; tickets: number[] }> {
  const sale = await addTicketsForSale(shop, 1000);
  await purchase(shop, sale, new Durations());
  const { rows } = await shop.pool.query<{ id: number; concert_id: number }>(
    `with one as (select * from ticket order by id desc limit 1), made as (
       insert into ticket (order_id, product_id, ticket_type_id, price_cents)
       select order_id, product_id, ticket_type_id, 0 from one, generate_series(1, $1) returning id, product_id)
     select made.id::integer, p.concert_id from made join product p on p.id = made.product_id`,
    [ADMIT_COUNT],
  );
  const concertId = rows[0]?.concert_id ?? 0;
  await shop.pool.query(
    `insert into door_pairing (code_hash, concert_ids, devices, valid_hours, redeem_until)
     values ($1, $2, $3, 12, now() + interval '1 hour')`,
    [hashToken(CODE), [concertId], DEVICE_COUNT],
  );
  return { concertId, tickets: rows.map(({ id }) => id) };
}

/** Buys for a while; returns how long its calls took. */
async function buyFor(shop: BenchShop, milliseconds: number): Promise<Durations> {
  const durations = new Durations();
  const sale = await addTicketsForSale(shop, 1000);
  const buyers = runEvery(BUY_MS, async () => void (await purchase(shop, sale, durations)));
  await wait(milliseconds);
  await buyers.stop();
  return durations;
}

const shop = await startBenchShop();
try {
  reportMachine();
  const { concertId, tickets } = await openDoor(shop);
  const quiet = await buyFor(shop, 20_000);
  const devices = await Promise.all(
    Array.from({ length: DEVICE_COUNT }, (_, n) => pairDevice(shop.url, CODE, `Handy ${n + 1}`)),
  );
  const [events, polls] = [new Durations(), new Durations()];
  let errorCount = 0;
  const countError = () => void errorCount++;
  const perDevice = ADMIT_COUNT / DEVICE_COUNT;
  const work = async (device: TestDevice, place: number) => {
    let cursor: string | undefined;
    const polling = runEvery(POLL_MS, async () => {
      const changes = await polls.measure(() => device.changes(cursor)).catch(countError);
      cursor = changes?.cursor ?? cursor;
    });
    await wait((place / DEVICE_COUNT) * POLL_MS);
    for (let n = 1; n <= perDevice; n++) {
      const ticketId = tickets[place * perDevice + n - 1] ?? 0;
      const event = { n, kind: 'admit', concert_id: concertId, ticket_id: ticketId } as const;
      const sent = eventNow({ ...event, via: 'camera' });
      await events.measure(() => device.send([sent])).catch(countError);
      await wait((seconds * 1000) / perDevice);
    }
    await polling.stop();
  };
  const [busy] = await Promise.all([
    buyFor(shop, seconds * 1000),
    ...devices.map((device, place) => work(device, place)),
  ]);
  report('admits', String(events.count), `${DEVICE_COUNT} devices in ${seconds} s`);
  reportMax('errors', errorCount, 0);
  reportMax('events p95', events.percentile(0.95), MAX_EVENTS_P95_MS, ' ms');
  report('news p95', `${polls.percentile(0.95).toFixed(0)} ms`, `${polls.count} calls`);
  report('calls of a purchase p95, before', `${quiet.percentile(0.95).toFixed(0)} ms`);
  report('calls of a purchase p95, beside the door', `${busy.percentile(0.95).toFixed(0)} ms`);

  const startedAt = performance.now();
  const sendAll = async (device: TestDevice) => {
    const made = Array.from({ length: OFFLINE_COUNT }, (_, n) =>
      eventNow({
        n: perDevice + n + 1,
        kind: 'admit',
        concert_id: concertId,
        ticket_id: tickets[n] ?? 0,
        via: 'camera',
      }),
    );
    for (let first = 0; first < made.length; first += MAX_EVENTS_SENT)
      await device.send(made.slice(first, first + MAX_EVENTS_SENT));
  };
  await Promise.all(devices.map(sendAll));
  reportMax('offline events stored', performance.now() - startedAt, MAX_OFFLINE_MS, ' ms');
  await Promise.all(devices.map(sendAll));
  const { rows } = await shop.pool.query<{ count: number }>(
    'select count(*)::integer as count from door_event',
  );
  const expected = ADMIT_COUNT + DEVICE_COUNT * OFFLINE_COUNT;
  report('events in the database', String(rows[0]?.count), `expected: ${expected}`);
  reportMachine();
} finally {
  await shop.stop();
}
