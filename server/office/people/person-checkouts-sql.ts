/**
 * The ids of the checkouts of the person with the e-mail address `$1`: paid with it, of the account with it, or of an
 * order whose contact has it (office.md 8.1). Each part reads an index.
 */
export const personCheckoutsSql = `(select id from checkout where lower(details->>'email') = lower($1)
  union select h.id from checkout h join account a on a.id = h.account_id where lower(a.email) = lower($1)
  union select w.checkout_id from order_contact x join orders w on w.id = x.order_id
    where lower(x.email) = lower($1))`;
