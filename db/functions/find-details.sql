-- Finds the delivery details an order would use: the customer's own, otherwise those of the cart. Details
-- without e-mail get that of the account.
create or replace function find_details(p_account bigint, p_cart bigint) returns table (
  id integer, first_name text, last_name text, street text, zip text, city text, country_id integer, email text
)
language sql stable as $$
  select d.id, d.first_name, d.last_name, d.street, d.zip, d.city, d.country_id, coalesce(d.email, a.email)
  from delivery_details d
  left join account a on a.id = p_account
  where d.account_id = p_account or d.cart_id = p_cart
  order by d.account_id is null
  limit 1
$$;
