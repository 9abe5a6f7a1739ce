import { isFree } from '../payment/provider/intents.ts';

/** The provider's id of a payment; null for an order without one. */
export const toPayment = (intentId: string | null): string | null =>
  intentId === null || isFree(intentId) ? null : intentId;

/** The rate in percent of a tax treatment; SQL, for a column with the treatment. */
export const taxRateSql = (treatment: string): string =>
  `case when ${treatment} = 'reduced' then 7 else 0 end`;

/** The tax of 7 % within an amount in cents, as `vatIn` of the invoices rounds it. */
const vatSql = (cents: string): string => `(${cents} - ((${cents})::bigint * 200 + 107) / 214)`;

/**
 * Selects rows of invoices and cancellation invoices, the amounts of the latter negative. An invoice is taxed as
 * its document states (office.md 14), and what cancels it likewise: the tax of the rest before, less that of the rest
 * after. Postage is cancelled with the tickets if the sum says so, as on the document.
 * @param invoices SELECT of rows of table invoice
 * @param setting parameter with the tax treatment of invoices that are not drawn yet, such as `$1`
 */
export const invoiceRows = (invoices: string, setting: string): string => `
  select i.id, i.order_id, i.series, i.year, i.number, i.issued_at, i.refund_id, o.order_no, o.sold_concerts, c.intent_id,
    x.tax_treatment, x.sign * i.amount_cents as gross_cents, x.sign * x.postage_cents as postage_cents,
    case when x.tax_treatment <> 'reduced' then 0
      when i.series = 'invoice' then ${vatSql('i.amount_cents')}
      else ${vatSql('c.amount_cents - e.cents - i.amount_cents')} - ${vatSql('c.amount_cents - e.cents')}
    end as tax_cents
  from (${invoices}) i
    join orders o on o.id = i.order_id join checkout c on c.id = o.checkout_id
    left join document d on d.order_id = i.order_id and d.kind = 'invoice'
    left join lateral (
      select coalesce(sum(amount_cents), 0)::integer as cents from invoice
      where order_id = i.order_id and series = 'cancellation' and id < i.id) e on i.series = 'cancellation'
    left join lateral (
      select coalesce(sum(price_cents), 0)::integer as cents from ticket
      where order_id = i.order_id and voided_at = i.issued_at) v on i.series = 'cancellation'
    cross join lateral (select coalesce(d.tax_treatment, ${setting}) as tax_treatment,
      case when i.series = 'invoice' then 1 else -1 end as sign,
      case when i.series = 'invoice' or v.cents + c.delivery_cents = i.amount_cents then c.delivery_cents else 0 end
        as postage_cents) x`;
