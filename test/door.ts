import { foldDoor, type DoorState } from '#contract/door/fold.ts';
import type {
  Changes,
  DoorEvent,
  EventIn,
  EventResult,
  Paired,
  TicketList,
  TicketRow,
} from '#contract/door/wire.ts';
import { createClient } from './http-client.ts';
import type { TestOffice } from './office.ts';
import { buyOrder } from './shop/buy-order.ts';
import { createConcert, type TestConcert } from './shop/create-concert.ts';
import type { TestShop } from './shop/start-test-shop.ts';

/** A device of the door, as an app talks to the server. */
export interface TestDevice {
  id: number;
  token: string;
  call: <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<DoorResponse<T>>;
  list: (concertId: number) => Promise<TicketList>;
  /** What is new since a cursor. */
  changes: (after?: string) => Promise<Changes>;
  send: (
    events: unknown[],
  ) => Promise<{ results: EventResult[]; acked: number; server_time: string }>;
}

/** A response of the door. */
export interface DoorResponse<T> {
  status: number;
  body: { data: T; error_I18n?: string; server_time?: string };
}

/** Makes a device code in the office, and returns it. */
export async function makeCode(
  office: TestOffice,
  chosen: number | string,
  options: { devices?: string; valid?: string } = {},
): Promise<{ id: number; code: string; url: string }> {
  const { output } = await office.run('door:pair', {
    for: String(chosen),
    devices: '30',
    ...options,
  });
  return output as { id: number; code: string; url: string };
}

/** Calls the door at the server of this address. */
export async function callDoor<T>(
  url: string,
  method: 'GET' | 'POST',
  path: string,
  { token, body }: { token?: string; body?: object } = {},
): Promise<DoorResponse<T>> {
  const response = await createClient(url)(method, `/api/door${path}`, {
    ...(token === undefined ? {} : { bearer: token }),
    ...(body === undefined ? {} : { json: body }),
  });
  return { status: response.status, body: response.body as DoorResponse<T>['body'] };
}

/** Pairs a device at the server of this address. */
export async function pairDevice(url: string, code: string, name = 'Handy 1'): Promise<TestDevice> {
  const paired = await callDoor<Paired>(url, 'POST', '/pair', {
    body: { code, device_name: name },
  });
  if (paired.status !== 201) throw new Error(`not paired: ${JSON.stringify(paired.body)}`);
  const { device_token: token, device } = paired.body.data;
  const call: TestDevice['call'] = (method, path, body) =>
    callDoor(url, method, path, body === undefined ? { token } : { token, body });
  const read = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const response = await call<T>(method, path, body);
    if (response.status !== 200) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
    return response.body.data;
  };
  return {
    id: device.id,
    token,
    call,
    list: (concertId) => read('GET', `/lists/${concertId}`),
    changes: (after) => read('GET', `/changes${after === undefined ? '' : `?after=${after}`}`),
    send: (events) => read('POST', '/events', { format: 1, events }),
  };
}

/** An event that happens now. */
export const eventNow = (
  event: Pick<EventIn, 'n' | 'kind' | 'concert_id'> & Partial<EventIn>,
): EventIn => ({ at: new Date().toISOString(), offset_ms: 0, ...event });

/** A door of a test: a concert on sale with a device code, and what buyers and office do meanwhile. */
export interface TestDoor {
  concert: TestConcert;
  pair: (name?: string, url?: string) => Promise<TestDevice>;
  /** An admit, by default now. */
  admit: (n: number, ticketId: number, at?: Date) => EventIn;
  /** Sells tickets, and returns their ids. */
  sell: (quantity?: number) => Promise<number[]>;
  refund: (ticketId: number) => Promise<void>;
  /** The state of the door as a device folds it. */
  fold: (device: TestDevice) => Promise<DoorState>;
}

/** Opens the door of a new concert. */
export async function openTestDoor(shop: TestShop, office: TestOffice): Promise<TestDoor> {
  const concert = await createConcert(shop.pool, { quantity: 50 });
  const { code } = await makeCode(office, concert.id);
  const orderOf = async (column: string, value: unknown) => {
    const { rows } = await shop.pool.query<{ id: number; order_no: string }>(
      `select t.id, o.order_no from ticket t join orders o on o.id = t.order_id where ${column} = $1 order by t.id`,
      [value],
    );
    return rows;
  };
  return {
    concert,
    pair: (name, url = shop.url) => pairDevice(url, code, name),
    admit: (n, ticketId, at = new Date()) =>
      eventNow({
        n,
        kind: 'admit',
        concert_id: concert.id,
        ticket_id: ticketId,
        via: 'camera',
        at: at.toISOString(),
      }),
    async sell(quantity = 2) {
      const { orderNo } = await buyOrder(shop, concert, { quantity });
      return (await orderOf('o.order_no', orderNo)).map(({ id }) => id);
    },
    async refund(ticketId) {
      const [row] = await orderOf('t.id', ticketId);
      const input = { orderNo: row?.order_no, ticket: String(ticketId), reason: 'ill' };
      const { problem } = await office.run('order:refund', input);
      if (problem) throw new Error(JSON.stringify(problem));
    },
    async fold(device) {
      const tickets = new Map<number, TicketRow>();
      const events: DoorEvent[] = [];
      let cursor: string | undefined;
      let hasMore = true;
      while (hasMore) {
        const changes = await device.changes(cursor);
        for (const [, ...row] of changes.tickets) tickets.set(row[0], row);
        events.push(...changes.events);
        ({ cursor, more: hasMore } = changes);
      }
      return foldDoor(concert.id, tickets.values(), events);
    },
  };
}
