-- Whether one of these products is of a cancelled concert: then nobody can buy it (office.md 6).
create or replace function has_cancelled_concert(p_products integer[]) returns boolean
language sql stable as $$
  select exists (
    select from product p join concert c on c.id = p.concert_id
    where p.id = any (p_products) and c.cancelled_at is not null
  )
$$;
