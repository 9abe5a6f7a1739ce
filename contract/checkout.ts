// Delivery details on the wire (api.md, Delivery details).
import { z } from 'zod';
import { optionalPassword, User } from './accounts.ts';
import { Country } from './concerts.ts';
import {
  entityId,
  omittable,
  optionalEmail,
  passwordsMatch,
  requiredText,
  sessionId,
} from './fields.ts';

export const DeliveryDetails = z.object({
  master_data_id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  address: z.object({ street: z.string(), zip: z.string(), city: z.string(), country: Country }),
});

export const SaveDeliveryDetailsBody = z
  .object({
    first_name: requiredText('FIRST_NAME_REQUIRED', 100),
    last_name: requiredText('LAST_NAME_REQUIRED', 100),
    street: requiredText('STREET_REQUIRED', 200),
    zip: requiredText('ZIP_REQUIRED', 20),
    city: requiredText('CITY_REQUIRED', 100),
    country_id: entityId('DELIVERY_DETAILS_COUNTRY_NEEDS_TO_BE_SELECTED'),
    email: optionalEmail(),
    password: optionalPassword(),
    password_confirmation: optionalPassword(),
    sessionId: omittable(sessionId()),
  })
  .refine(...passwordsMatch('PASSWORDS_MUST_MATCH'));

export const SavedDeliveryDetailsAnswer = z.object({
  user: User.optional(),
  data: DeliveryDetails,
});
export const DeliveryDetailsAnswer = z.object({ data: DeliveryDetails.nullable() });
