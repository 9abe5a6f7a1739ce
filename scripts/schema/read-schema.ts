import type pg from 'pg';

/** One column of a table, as the catalogue describes it. */
export interface Column {
  name: string;
  type: string;
  notNull: boolean;
  /** Expression of its default. */
  default: string | null;
  /** Expression from which it is always generated. */
  generated: string | null;
  identity: 'always' | 'by default' | null;
}

/** A table with everything that belongs to it, each part as the SQL that creates it. */
export interface Table {
  name: string;
  unlogged: boolean;
  options: string | null;
  columns: Column[];
  constraints: { name: string; definition: string; kind: string }[];
  indexes: string[];
  triggers: string[];
}

/** The objects that our migrations create (schema public), each list sorted by name. */
export interface Schema {
  tables: Table[];
  views: { name: string; definition: string }[];
  functions: string[];
}

/** Reads the schema from the catalogue: the embedded PostgreSQL has no pg_dump. */
export async function readSchema(pool: pg.Pool): Promise<Schema> {
  const [tables, views, functions] = await Promise.all([
    pool.query<Table>(tablesQuery),
    pool.query<{ name: string; definition: string }>(viewsQuery),
    pool.query<{ definition: string }>(functionsQuery),
  ]);
  return {
    tables: tables.rows,
    views: views.rows,
    functions: functions.rows.map(({ definition }) => definition),
  };
}

const columns = `
  select json_agg(json_build_object(
    'name', a.attname,
    'type', format_type(a.atttypid, a.atttypmod),
    'notNull', a.attnotnull,
    'default', case when a.attidentity = '' and a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
    'generated', case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end,
    'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' end
  ) order by a.attnum)
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped`;

// NOT NULL (kind n) belongs to the column; before PostgreSQL 18 it was not a constraint.
const constraints = `
  select coalesce(json_agg(json_build_object(
    'name', conname, 'definition', pg_get_constraintdef(k.oid), 'kind', contype
  ) order by position(contype::text in 'pufcx'), conname), '[]')
  from pg_constraint k where conrelid = c.oid and contype in ('p', 'u', 'f', 'c', 'x')`;

const indexes = `
  select coalesce(json_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid::regclass::text), '[]')
  from pg_index i where i.indrelid = c.oid
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))`;

const triggers = `
  select coalesce(json_agg(pg_get_triggerdef(t.oid) order by tgname), '[]')
  from pg_trigger t where tgrelid = c.oid and not tgisinternal`;

const tablesQuery = `
  select c.relname as name, c.relpersistence = 'u' as unlogged,
    array_to_string(c.reloptions, ', ') as options, (${columns}) as columns,
    (${constraints}) as constraints, (${indexes}) as indexes, (${triggers}) as triggers
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`;

const viewsQuery = `
  select relname as name, pg_get_viewdef(oid, true) as definition from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('v', 'm') order by relname`;

const functionsQuery = `
  select pg_get_functiondef(p.oid) as definition from pg_proc p
  where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  order by proname, pg_get_function_identity_arguments(p.oid)`;
