/** SQL: orders `o` with their checkout `c` and, where the office has changed it, their contact `x`. */
export const ordersSql = `orders o join checkout c on c.id = o.checkout_id
  left join order_contact x on x.order_id = o.id`;

/** SQL: address and language of an order's mails, as the office has corrected them; without one the address is null. */
export const emailSql = `case when x.order_id is null then c.details->>'email' else x.email end`;
export const languageSql = 'coalesce(x.language, c.language)';
