// Delivery details on the wire (api.md, Delivery details).
import { z } from 'zod';
import { optionalPassword, User } from './accounts.ts';
import { Country } from './concerts.ts';
import { countries, findCountry } from './countries.ts';
import {
  entityId,
  omittable,
  optionalEmail,
  passwordsMatch,
  personName,
  requiredLine,
  sessionId,
} from './fields.ts';
import type { FieldMessageKey } from './field-messages.ts';

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
