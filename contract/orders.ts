import { z } from 'zod';
import { optionalPassword, User } from './accounts.ts';
import { Country } from './programme.ts';
import { countries, findCountry } from './countries.ts';
import {
  entityId,
  omittable,
  optionalEmail,
  passwordsMatch,
  personName,
  requiredLine,
  sessionId,
  euro,
  requiredText,
  dateTime,
} from './fields.ts';
import type { FieldMessageKey } from './field-messages.ts';
import { CartEntry } from './cart.ts';
import { deliveryMethods } from './codes.ts';

// Delivery details on the wire (api.md, Delivery details).

const NO_COUNTRY = 'DELIVERY_DETAILS_COUNTRY_NEEDS_TO_BE_SELECTED' satisfies FieldMessageKey;

/** A buyer's name and address; the e-mail address is optional. */
export const DeliveryDetails = z.object({
  master_data_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  address: z.object({ street: z.string(), zip: z.string(), city: z.string(), country: Country }),
});

/** One of the countries of `GET /countries`. */
const countryId = () =>
  entityId(NO_COUNTRY)
    .refine((id) => findCountry(id) !== null, NO_COUNTRY)
    .meta({ enum: countries.map(({ id }) => id) });

export const SaveDeliveryDetailsBody = z
  .object({
    first_name: personName('FIRST_NAME_REQUIRED'),
    last_name: personName('LAST_NAME_REQUIRED'),
    street: requiredLine('STREET_REQUIRED', 200),
    zip: requiredLine('ZIP_REQUIRED', 20),
    city: requiredLine('CITY_REQUIRED', 100),
    country_id: countryId(),
    email: optionalEmail(),
    password: optionalPassword(),
    password_confirmation: optionalPassword(),
    sessionId: omittable(sessionId()),
  })
  .refine(...passwordsMatch('PASSWORDS_MUST_MATCH'));

export const SavedDeliveryDetailsResponse = z.object({
  user: User.optional(),
  data: DeliveryDetails,
});
export const DeliveryDetailsResponse = z.object({ data: DeliveryDetails.nullable() });

// Payment on the wire (api.md, Payment and order).

export const InitiateResponse = z.object({
  token: z.string().meta({ description: 'names this attempt; the order token once it is paid' }),
  paymentIntent: z.string(),
  client_secret: z.string().nullable().meta({ description: 'null for a total of 0' }),
  publishable_key: z.string(),
  amount: euro(),
  currency: z.literal('eur'),
  status: z.string().meta({ description: "the provider's state of the intent; free for 0 EUR" }),
});

export const InitiateBody = z.object({ sessionId: z.string().nullish() });

export const CompleteBody = z.object({
  paymentIntent: requiredText('REQUIRED', 255),
  master_data_id: z.unknown().optional().meta({ description: 'accepted and never trusted' }),
  sessionId: z.string().nullish(),
});

export const CompleteResponse = z.object({ data: z.object({ order_token: z.string() }) });

// Orders on the wire (api.md, Payment and order).

const documentUrl = () => z.string().meta({ description: 'absolute url, or NOT_READY' });

/** A paid order as its buyer gets it, with links to its documents. */
export const Order = z.object({
  order_no: z.string(),
  email: z.string().nullable(),
  delivery_method: z.enum(deliveryMethods),
  delivery_details: DeliveryDetails,
  items: z.array(CartEntry),
  delivery: z.object({ total_price: euro() }),
  total_price: euro(),
  created_at: dateTime(),
  cancelled_at: dateTime().nullable(),
  cancelled_tickets: z.int().meta({ description: 'how many tickets were refunded' }),
  invoice_url: documentUrl().nullable(),
  confirmation_url: documentUrl(),
  tickets: z.array(
    z.object({ id: z.int(), url: documentUrl(), concert_id: z.int(), name: z.string() }),
  ),
  all_urls_ready: z.boolean(),
});

export const OrderQuery = z.object({ token: z.string().optional() });
export const OrderResponse = z.object({ data: Order });
export const OrdersResponse = z.object({ data: z.array(Order) });
export const TicketKeyResponse = z.object({
  data: z.object({ algorithm: z.literal('Ed25519'), public_key: z.string(), format: z.string() }),
});
