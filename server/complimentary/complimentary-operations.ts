import { z } from 'zod';
import { GERMANY_ID } from '#contract/constants.ts';
import { findCountry } from '#contract/countries.ts';
import { languages, type LocalizedText, type Language } from '#contract/language.ts';
import { complimentaryTexts } from '#messages/office/complimentary.ts';
import { formTexts } from '#messages/office/forms.ts';
import {
  choice,
  optionalCountryId,
  optionalEmail,
  optionalText,
  personName,
} from '../operations/entries.ts';
import type { Pool, PoolClient } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { randomUUID } from 'node:crypto';
import { adminAndOffice } from '#contract/office/staff.ts';
import type { FrozenDetails } from '../checkout/freeze-cart.ts';
import { createOrder } from '../orders/create-order.ts';
import { FREE_PREFIX } from '../payment/provider/intents.ts';
import { errorCode } from '../platform/errors.ts';
import { defineChange, defineRead } from '../operations/define.ts';
import { refuseCountry } from '../programme/delivery.ts';
import { conflict, invalidField } from '../platform/problem.ts';
import { complimentaryReasons } from '#contract/office/states.ts';
import { MAX_COMPLIMENTARY_TICKETS, quantityField } from '#contract/office/forms.ts';

/** A concert with tickets, on sale or stopped. */
export interface OrderableConcert {
  id: number;
  title: string;
  /** ISO 8601. */
  startsAt: string;
  isPast: boolean;
  types: { id: number; name: string; available: number }[];
}

/** Numbers of tickets come as `tickets-{id of the ticket type}`. */
const QUANTITY_NAME = /^tickets-(\d{1,9})$/;

/** A chosen ticket type. */
interface ChosenType {
  typeId: number;
  quantity: number;
}

/** How complimentary tickets reach their guest. */
export const complimentaryMethods = ['onlineticket', 'boxoffice', 'postal'] as const;
const MAX_ADDRESS_LENGTH = 200;
const MAX_ZIP_LENGTH = 20;

type Report = (message: LocalizedText, field?: string) => void;

/** The chosen tickets, from all fields of the form; a problem of all numbers is one of the field `tickets`. */
const chosenTickets = z.record(z.string(), z.unknown()).transform((fields, context) => {
  const tickets = readTickets(fields, (message, field) => {
    const path = field === undefined ? [] : [field];
    context.addIssue({ code: 'custom', path, params: { text: message } });
  });
  return tickets.toSorted((a, b) => a.typeId - b.typeId);
});

const formObject = z.object({
  tickets: chosenTickets,
  firstName: personName(),
  lastName: personName(),
  email: optionalEmail(),
  street: optionalText(MAX_ADDRESS_LENGTH),
  zip: optionalText(MAX_ZIP_LENGTH),
  city: optionalText(MAX_ADDRESS_LENGTH),
  country: optionalCountryId(),
  language: choice(languages),
  delivery: choice(complimentaryMethods),
  reason: choice(complimentaryReasons),
});

/** The keys of the input (office.md 12); `tickets-{id}` is a number of tickets for each ticket type. */
export const complimentaryKeys = [
  'tickets-{id}',
  ...Object.keys(formObject.shape).filter((key) => key !== 'tickets'),
];

const fields = formObject.transform((given, context) => {
  const report = (field: string, message: LocalizedText): void => {
    context.addIssue({ code: 'custom', path: [field], params: { text: message } });
  };
  if (given.email === null && given.delivery !== 'boxoffice') report('email', formTexts.missing);
  const countryId = given.country ?? GERMANY_ID;
  if (given.delivery === 'postal') {
    for (const name of ['street', 'zip', 'city'] as const) {
      if (given[name] === null) report(name, formTexts.missing);
    }
  }
  return { ...given, countryId, country: findCountry(countryId) };
});

/** The form of complimentary tickets (office.md 7.4); the address is needed for the post only. */
const complimentaryInput = z.preprocess(
  (raw) => (typeof raw === 'object' ? { ...raw, tickets: raw } : raw),
  fields,
);

type ComplimentaryInput = z.output<typeof complimentaryInput>;

function readTickets(form: Record<string, unknown>, report: Report): ChosenType[] {
  const tickets: ChosenType[] = [];
  const bounds = { min: 0, max: MAX_COMPLIMENTARY_TICKETS };
  let isEmpty = true;
  for (const [name, value] of Object.entries(form)) {
    const typeId = Number(QUANTITY_NAME.exec(name)?.[1]);
    if (Number.isNaN(typeId)) continue;
    const entry = String(value).trim();
    const quantity = /^\d*$/.test(entry) ? Number(entry) : Number.NaN;
    if (quantity === 0) continue;
    isEmpty = false;
    if (!(quantity <= bounds.max)) {
      report({ de: formTexts.number.de(bounds), en: formTexts.number.en(bounds) }, name);
    } else if (name === quantityField(typeId)) {
      tickets.push({ typeId, quantity });
    } else {
      // `tickets-01` would be a second number of type 1
      report(complimentaryTexts.unknownType);
    }
  }
  const count = tickets.reduce((sum, { quantity }) => sum + quantity, 0);
  if (isEmpty) report(complimentaryTexts.noTickets);
  if (count > MAX_COMPLIMENTARY_TICKETS) report(complimentaryTexts.tooMany);
  return tickets;
}

/** A ticket type that can be ordered, with the number available of it. */
interface OrderableType {
  id: number;
  product_id: number;
  concert_id: number;
  starts_at: Date;
  title_de: string;
  title_en: string;
  name_de: string;
  name_en: string;
  available: number;
}

/**
 * Ticket types of published concerts, on sale or stopped, with what is available of each: of the concert and of the
 * type's quota, expired holds included. `typeIds`: only these.
 */
async function listOrderableTypes(
  client: Pool | PoolClient,
  typeIds?: number[],
): Promise<OrderableType[]> {
  const { rows } = await client.query<OrderableType>(
    `with ended as (
       select h.product_id, h.ticket_type_id, sum(h.quantity) as quantity
       from cart k join hold h on h.cart_id = k.id where k.release_at <= clock_timestamp() group by 1, 2
     )
     select t.id, t.product_id, c.id as concert_id, c.starts_at, c.title_de, c.title_en, t.name_de, t.name_en,
       greatest(0, least(
         s.quantity - s.sold - s.held
           + coalesce((select sum(e.quantity) from ended e where e.product_id = t.product_id), 0),
         q.quantity - q.sold - q.held
           + coalesce((select e.quantity from ended e where e.ticket_type_id = t.id), 0)))::integer as available
     from ticket_type t join product p on p.id = t.product_id join concert c on c.id = p.concert_id
     join stock s on s.product_id = p.id left join ticket_quota q on q.ticket_type_id = t.id
     where c.published_at is not null and c.cancelled_at is null and ($1::integer[] is null or t.id = any ($1))
     order by c.starts_at, c.id, t.position`,
    [typeIds ?? null],
  );
  return rows;
}

/** The concerts of the form for a new order. */
async function listOrderableConcerts(pool: Pool, language: Language): Promise<OrderableConcert[]> {
  const concerts = new Map<number, OrderableConcert>();
  const isGerman = language === 'de';
  for (const row of await listOrderableTypes(pool)) {
    const concert = concerts.get(row.concert_id) ?? {
      id: row.concert_id,
      title: isGerman ? row.title_de : row.title_en,
      startsAt: toBerlinIso(row.starts_at),
      isPast: row.starts_at.getTime() < Date.now(),
      types: [],
    };
    concert.types.push({
      id: row.id,
      name: isGerman ? row.name_de : row.name_en,
      available: row.available,
    });
    concerts.set(row.concert_id, concert);
  }
  return [...concerts.values()];
}

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
const issueComplimentaryTickets = defineChange({
  may: adminAndOffice,
  confirms: true,
  input: complimentaryInput,
  async run({ client, deps }, input) {
    const post = deps.festival.delivery();
    if (input.delivery === 'postal' && !post.countryIds.includes(input.countryId))
      throw invalidField('country', refuseCountry(post));
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
    country_de: input.country?.name.de ?? '',
    country_en: input.country?.name.en ?? '',
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

/** The operations of complimentary tickets (office.md 7.4). */
export const complimentaryOperations = {
  'order:complimentary': issueComplimentaryTickets,
  'complimentary:concerts': defineRead(adminAndOffice, ({ deps, caller }) =>
    listOrderableConcerts(deps.pool, caller.language),
  ),
};
