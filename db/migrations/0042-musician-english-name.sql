-- The name of an ensemble on English pages; null: the name is the same in both languages.
alter table piece_musician add column full_name_en text;
