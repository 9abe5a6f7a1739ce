/**
 * The ids of the checkouts of the person with an e-mail address, an SQL expression: paid with it, of the account with
 * it, or of an order whose contact has it (office.md 8.1). Each part reads an index.
 */
export const personCheckoutsSql = (
  email: string,
): string => `(select id from checkout where email_key(details->>'email') = email_key(${email})
  union select h.id from checkout h join account a on a.id = h.account_id where a.email_key = email_key(${email})
  union select w.checkout_id from order_contact x join orders w on w.id = x.order_id
    where email_key(x.email) = email_key(${email}))`;
