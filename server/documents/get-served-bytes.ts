import type { Pool } from 'pg';
import type { FestivalContent } from '../programme/programme-format.ts';
import { drawOnDemand } from './draw-on-demand.ts';
import type { FoundDocument } from './find-document.ts';
import { getVoidTicketData } from './to-document-data.ts';

/**
 * The bytes that a document is served as. The PDF of a void ticket says that it is void; it is drawn when it is
 * requested, which is rare: the stored PDF still looks valid, and cannot be changed.
 */
export async function getServedBytes(
  pool: Pool,
  festival: () => FestivalContent,
  { bytes, voidTicketId }: Pick<FoundDocument, 'bytes' | 'voidTicketId'>,
): Promise<Uint8Array<ArrayBuffer>> {
  if (voidTicketId === null) return bytes;
  const ticket = await getVoidTicketData(pool, festival(), voidTicketId);
  return await drawOnDemand({ kind: 'void-ticket', ticket });
}
