-- The planner, which sees few open payments, looked for a cart's payment by reading all of this index: 120 rows a
-- statement in a rush. checkout_open_of_cart finds it by the cart, and lists all open ones as well.
drop index checkout_open;
