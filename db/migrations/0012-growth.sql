-- What is looked for among the carts and invoices of all years.

-- has this cart a checkout, closed and settled ones too
create index checkout_of_cart on checkout (cart_id);
-- cancellations of the last days, whose documents may be missing
create index invoice_cancellations on invoice (issued_at) where series = 'cancellation';
