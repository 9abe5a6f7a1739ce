-- How the sale was taxed when the document was drawn (office.md 14): a cancellation invoice states what its invoice does.
-- Documents of the past get the present setting, which the program hands over; PostgreSQL computes the default once and
-- rewrites no row, and documents cannot be updated. Null: a ticket, or unknown as after loading an older backup.
alter table document add column tax_treatment text
  default nullif(current_setting('festival.tax_treatment', true), '')
  check (tax_treatment in ('exempt', 'reduced', 'small-business'));
alter table document alter column tax_treatment drop default;
