import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { complimentaryTexts } from '#messages/office/complimentary.ts';
import { adminAndOffice } from '#contract/office/staff.ts';
import type { FrozenDetails } from '../../checkout/freeze-cart.ts';
import { createOrder } from '../../orders/create-order.ts';
import { FREE_PREFIX } from '../../payment/provider/intents.ts';
import { errorCode } from '../../platform/errors.ts';
import { complimentaryInput, type ComplimentaryInput } from './complimentary-input.ts';
import { listOrderableTypes, type OrderableType } from './list-orderable-concerts.ts';
import { defineChange } from '../../operations/define.ts';
import { conflict, invalidField } from '../../platform/problem.ts';

/** Attempts while another transaction releases expired holds that are needed. */
const MAX_ATTEMPTS = 5;

/** A line of the checkout: the price of a complimentary ticket is 0 whatever its type. */
interface Line {
  typeId: number;
  productId: number;
  quantity: number;
}

/**
 * `order:complimentary`: an order of 0 EUR in one step, through a cart of its own that no browser knows (office.md
 * 7.4). Stock and quotas apply: 409 with what is available. Limits per order and "only together" do not; the output
 * says so.
 */
export const issueComplimentaryTickets = defineChange({
  may: adminAndOffice,
  confirms: true,
  input: complimentaryInput,
  async run({ client, deps }, input) {
    const types = await listOrderableTypes(
      client,
      input.tickets.map(({ typeId }) => typeId),
    );
    const lines = toLines(input, types);
    const checkoutId = await writeCheckout(client, input, lines, {
      terms: deps.festival.content().legal.terms.version,
    });
    const orderId = await sell(client, checkoutId, lines);
    if (orderId === null)
      throw refuseWithAvailable(await listOrderableTypes(client, typesOf(lines)));
    const orderNo = await markComplimentary(client, orderId, input.reason);
    const isBeyondLimits = await exceedsLimits(client, lines);
    const tickets = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      output: { orderNo, tickets, isBeyondLimits },
      audit: {
        thing: { kind: 'order', id: orderId, name: orderNo },
        after: {
          reason: input.reason,
          delivery: input.delivery,
          tickets: lines.map(({ typeId, quantity }) => ({ ticketType: typeId, quantity })),
        },
      },
      after: () => deps.stockChanged(),
    };
  },
});

const typesOf = (lines: Line[]): number[] => lines.map(({ typeId }) => typeId);

function toLines({ tickets }: ComplimentaryInput, types: OrderableType[]): Line[] {
  return tickets.map(({ typeId, quantity }) => {
    const type = types.find(({ id }) => id === typeId);
    if (type === undefined) throw invalidField('tickets', complimentaryTexts.unknownType);
    return { typeId, quantity, productId: type.product_id };
  });
}

/** A cart that has ended, and its checkout with the frozen lines. */
async function writeCheckout(
  client: PoolClient,
  input: ComplimentaryInput,
  lines: Line[],
  { terms }: { terms: string },
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `with own as (
       insert into cart (session_id, expires_at, release_at, delivery_method, ended_at)
       values ($1, now(), now(), $3, now()) returning id
     )
     insert into checkout (cart_id, session_id, language, fingerprint, amount_cents, delivery_method,
       delivery_cents, details, terms_version, intent_id)
     select id, $1, $2, 'complimentary', 0, $3, 0, $4, $5, $6 from own returning id`,
    [
      randomUUID(),
      input.language,
      input.delivery,
      JSON.stringify(toDetails(input)),
      terms,
      `${FREE_PREFIX}${randomUUID()}`,
    ],
  );
  const id = rows[0]?.id ?? 0;
  await client.query(
    `insert into checkout_line (checkout_id, ticket_type_id, product_id, quantity, price_cents)
     select $1, type_id, product_id, quantity, 0
     from unnest($2::integer[], $3::integer[], $4::integer[]) as line (type_id, product_id, quantity)`,
    [
      id,
      typesOf(lines),
      lines.map(({ productId }) => productId),
      lines.map(({ quantity }) => quantity),
    ],
  );
  return id;
}

function toDetails(input: ComplimentaryInput): FrozenDetails {
  return {
    master_data_id: 0,
    first_name: input.firstName,
    last_name: input.lastName,
    email: input.email,
    street: input.street ?? '',
    zip: input.zip ?? '',
    city: input.city ?? '',
    country_id: input.countryId,
    country_de: input.country?.name_de ?? '',
    country_en: input.country?.name_en ?? '',
  };
}

/** The id of the order; null with too few tickets. Waits for transactions that release expired holds. */
async function sell(client: PoolClient, checkoutId: number, lines: Line[]): Promise<number | null> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    await client.query('savepoint sell');
    try {
      return await createOrder(client, checkoutId, null);
    } catch (error) {
      if (errorCode(error) !== '40001') throw error;
      await client.query('rollback to savepoint sell');
      await client.query('select wait_for_expired_holds($1)', [
        lines.map(({ productId }) => productId),
      ]);
    }
  }
  throw conflict(complimentaryTexts.busy);
}

async function markComplimentary(
  client: PoolClient,
  orderId: number,
  reason: string,
): Promise<string> {
  const { rows } = await client.query<{ order_no: string }>(
    `update orders set origin = 'complimentary', complimentary_reason = $2 where id = $1 returning order_no`,
    [orderId, reason],
  );
  return rows[0]?.order_no ?? '';
}

/** Whether a buyer could not order this at once. */
async function exceedsLimits(client: PoolClient, lines: Line[]): Promise<boolean> {
  const { rows } = await client.query<{ exceeds: boolean }>(
    'select find_cart_problem(null, $1, $2, $3) is not null as exceeds',
    [
      lines.map(({ productId }) => productId),
      typesOf(lines),
      lines.map(({ quantity }) => quantity),
    ],
  );
  return rows[0]?.exceeds ?? false;
}

function refuseWithAvailable(types: OrderableType[]): Error {
  const list = (language: 'de' | 'en') =>
    types
      .map((type) => `${type[`title_${language}`]}, ${type[`name_${language}`]}: ${type.available}`)
      .join('; ');
  return conflict({
    de: complimentaryTexts.notFree.de({ list: list('de') }),
    en: complimentaryTexts.notFree.en({ list: list('en') }),
  });
}
