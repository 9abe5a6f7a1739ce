-- Functions of versions before 2026-11-28, which the present ones replace.
drop function if exists change_cart(uuid, text, integer[], integer[], integer[], interval, bytea);
drop function if exists change_cart(uuid, text, integer[], integer[], integer[], interval, bytea, text);
drop function if exists change_cart_and_read(uuid, text, integer[], integer[], integer[], interval, bytea);
drop function if exists change_cart_and_read(uuid, text, integer[], integer[], integer[], interval, bytea, text);
drop function if exists choose_delivery(bigint, text);
drop function if exists create_order(bigint, text);
drop function if exists find_network_problem(bigint, text, integer[], integer[]);
drop function if exists has_free_tickets(integer[], integer[]);
drop function if exists sell_tickets(bigint, integer[], integer[]);
drop function if exists sell_tickets(bigint, integer[], integer[], integer[]);
drop function if exists settle_paid(text, integer, text, text, text, text);

-- its types are those of the present one, which it must not drop: `create or replace` cannot rename a parameter
do $$
begin
  if exists (select from pg_proc where proname = 'freeze_cart' and 'p_grace_minutes' = any (proargnames)) then
    drop function freeze_cart(uuid, bigint, jsonb, text, text, integer, integer, jsonb, text, integer, integer);
  end if;
end $$;
