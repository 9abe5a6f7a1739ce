import {
  type CancelOpenPayment,
  PaymentOpenError,
  withoutOpenPayment,
} from '../cart/change-cart.ts';
import type { Queryable } from '../platform/database/multiplexed-pool.ts';
import { type DeliveryDetailsDto, toDetails } from './find-details.ts';
import { type DeliveryDetailsInput, unfitMethods } from './save-details.ts';

/** Details of a guest, saved with the session's cart. */
export interface SaveGuestDetailsInput {
  details: DeliveryDetailsInput;
  sessionId: string;
  holdMinutes: number;
}

/**
 * Saves a guest's details with the session's cart, and returns them; they are deleted with the cart. Cancels an open
 * payment first, and clears a chosen delivery method that the details rule out.
 */
export async function saveGuestDetails(
  steps: Queryable,
  { details, sessionId, holdMinutes }: SaveGuestDetailsInput,
  cancelOpenPayment: CancelOpenPayment,
): Promise<DeliveryDetailsDto> {
  const { first_name, last_name, street, zip, city, country_id, email } = details;
  const id = await withoutOpenPayment(sessionId, cancelOpenPayment, async () => {
    const { rows } = await steps.query<{ id: number | null }>({
      name: 'save_guest_details',
      text: `select save_guest_details($1, make_interval(secs => $2), $3, $4, $5, $6, $7, $8, $9, $10) as id`,
      values: [
        sessionId,
        holdMinutes * 60,
        unfitMethods(email, country_id),
        first_name,
        last_name,
        street,
        zip,
        city,
        country_id,
        email,
      ],
    });
    const saved = rows[0]?.id ?? null;
    if (saved === null) throw new PaymentOpenError();
    return saved;
  });
  return toDetails({ id, ...details });
}
