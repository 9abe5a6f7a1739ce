import { writeFile } from 'node:fs/promises';
import { findPostalOrders } from '../../documents/find-postal-orders.ts';
import { drawPostalOrders } from '../../documents/pdf/draw-postal-orders.ts';
import { loadFestival } from '../../festival/festival-content.ts';
import { createTicketSigner } from '../../orders/ticket-code.ts';
import { createSignedTokens } from '../../platform/security/signed-tokens.ts';
import type { CliContext } from './connect.ts';

/** Writes letters and tickets of postal orders to one PDF in the current folder. Returns the text to print. */
export async function printPostal({ pool, db, env }: CliContext, words: string[]): Promise<string> {
  const numbers = words.map((word) => word.toUpperCase());
  const issuer = {
    festival: (await loadFestival(db)).content(),
    tax: env.taxTreatment,
    signer: createTicketSigner(createSignedTokens(env.appSecret)),
  };
  const [first, ...rest] = await findPostalOrders(pool, issuer, numbers);
  if (first === undefined) return 'Nothing to print.';
  const file = `postal-${numbers.join('-').slice(0, 80)}.pdf`;
  await writeFile(file, await drawPostalOrders([first, ...rest]), { mode: 0o600 });
  return `Letters and tickets of ${numbers.length} orders: ${file}`;
}
