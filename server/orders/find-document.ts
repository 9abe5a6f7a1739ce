import type { Pool } from 'pg';
import type { Language } from '#contract/language.ts';
import { documentFilename, type NamedDocument } from './document-filename.ts';

/** A stored PDF and the name it is saved under. */
export interface FoundDocument {
  kind: NamedDocument['kind'];
  bytes: Uint8Array<ArrayBuffer>;
  filename: string;
}

type DocumentRow = NamedDocument & { bytes: Buffer; language: Language };

const selectDocuments = `
  select d.id, d.kind, d.bytes, c.language, o.order_no, i.series, i.year, i.number,
    case when d.ticket_id is null then 0
      else (select count(*)::int from ticket t where t.order_id = d.order_id and t.id <= d.ticket_id)
    end as position
  from document d
  join orders o on o.id = d.order_id
  join checkout c on c.id = o.checkout_id
  left join invoice i on i.id = d.invoice_id`;

/** The document of this id; null when there is none. */
export async function findDocument(pool: Pool, id: number): Promise<FoundDocument | null> {
  const { rows } = await pool.query<DocumentRow>(`${selectDocuments} where d.id = $1`, [id]);
  const row = rows[0];
  return row === undefined ? null : toFound(row);
}

/** The documents of an order that go out with its confirmation: invoice, valid tickets, terms. */
export async function findOrderDocuments(pool: Pool, orderId: number): Promise<FoundDocument[]> {
  const { rows } = await pool.query<DocumentRow>({
    name: 'find_order_documents',
    text: `${selectDocuments} left join ticket v on v.id = d.ticket_id
     where d.order_id = $1 and d.kind <> 'cancellation' and v.voided_at is null
     order by array_position(array['ticket', 'invoice', 'confirmation'], d.kind), d.id`,
    values: [orderId],
  });
  return rows.map(toFound);
}

/** The PDF of a cancellation invoice; null before it is made. */
export async function findCancellationDocument(
  pool: Pool,
  invoiceId: number,
): Promise<FoundDocument | null> {
  const { rows } = await pool.query<DocumentRow>(
    `${selectDocuments} where d.invoice_id = $1 and d.kind = 'cancellation'`,
    [invoiceId],
  );
  return rows[0] === undefined ? null : toFound(rows[0]);
}

function toFound(row: DocumentRow): FoundDocument {
  return {
    kind: row.kind,
    bytes: new Uint8Array(row.bytes),
    filename: documentFilename(row, row.language),
  };
}
