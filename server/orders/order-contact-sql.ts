/** SQL: orders `o` with their checkout `c` and, where the office has changed it, their contact `x`. */
export const ordersSql = `orders o join checkout c on c.id = o.checkout_id
  left join order_contact x on x.order_id = o.id`;

/** SQL: name, address and language of an order, as the office has corrected them; without one the address is null. */
export const nameSql = `coalesce(x.name, concat_ws(' ', c.details->>'first_name', c.details->>'last_name'))`;
export const emailSql = `case when x.order_id is null then c.details->>'email' else x.email end`;
export const languageSql = 'coalesce(x.language, c.language)';

/** SELECT of address and language of the mails of order $1 (office.md 7.3). */
export const recipientSql = `select ${emailSql} as email, ${languageSql} as language from ${ordersSql} where o.id = $1`;
