import type { OfficePdf } from '#contract/office/order-queries.ts';
import { findDocument } from '../../documents/find-document.ts';
import { getServedBytes } from '../../documents/get-served-bytes.ts';
import type { Context } from '../../operations/define.ts';
import { Problem } from '../../platform/problem.ts';

/** A document of an order, as its link serves it; 404 also for one of another order (office.md 1, HTTP). */
export async function getOrderDocument(
  { deps: { pool, festival } }: Context,
  { orderNo, id }: { orderNo: string; id: number },
): Promise<OfficePdf> {
  const { rowCount } = await pool.query(
    `select from document d join orders o on o.id = d.order_id where d.id = $1 and o.order_no = $2`,
    [id, orderNo],
  );
  const document = rowCount === 1 ? await findDocument(pool, id) : null;
  if (document === null) throw new Problem('not_found');
  const bytes = await getServedBytes(pool, () => festival.content(), document);
  return { bytes, filename: document.filename };
}
