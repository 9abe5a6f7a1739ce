/**
 * The ids of the checkouts of the person with an e-mail address, an SQL expression: paid with it, of the account with
 * it, or of an order whose contact has it (office.md 8.1). Each part reads an index.
 */
export const personCheckoutsSql = (
  email: string,
): string => `(select id from checkout where lower(details->>'email') = lower(${email})
  union select h.id from checkout h join account a on a.id = h.account_id where lower(a.email) = lower(${email})
  union select w.checkout_id from order_contact x join orders w on w.id = x.order_id
    where lower(x.email) = lower(${email}))`;
