import type { Column, Schema, Table } from './read-schema.ts';

/** How values of a PostgreSQL type appear in TypeScript (see typeParser in server/platform/database/database.ts). */
const types: Record<string, string> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  'double precision': 'number',
  integer: 'number',
  jsonb: 'Json',
  numeric: 'Numeric',
  smallint: 'number',
  text: 'string',
  'timestamp with time zone': 'Timestamp',
  tsvector: 'string',
  uuid: 'string',
};

const header = `// Written by \`npm run schema\` from the migrations. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely';

/** Written as text (JSON.stringify): an array would otherwise become an array of PostgreSQL. */
type Json = ColumnType<unknown, string, string>;
/** Exact decimals arrive as text. */
type Numeric = ColumnType<string, string | number, string | number>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** May be left out of an insert. */
type Generated<T> =
  T extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;
`;

/** TypeScript for the query builder: one interface per table, and all of them by name. */
export function schemaTypes({ tables }: Schema): string {
  const interfaces = tables.map(tableInterface).join('\n');
  // Type aliases that no column needs would be an error.
  const aliases = ['Json', 'Numeric', 'Timestamp'].filter((name) => !interfaces.includes(name));
  const start = aliases.reduce(
    (text, name) => text.replace(new RegExp(`(/\\*\\*.*\\n)?type ${name} = .*\\n`), ''),
    header,
  );
  const names = tables.map(({ name }) => `  ${name}: ${interfaceName(name)};`).join('\n');
  return `${start}
${interfaces}
/** Every table of the database, as the query builder sees it. */
export interface Database {\n${names}\n}\n`;
}

function interfaceName(table: string): string {
  const words = table.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Table`;
}

function tableInterface(table: Table): string {
  const lines = table.columns.map((column) => `  ${column.name}: ${columnType(table, column)};`);
  return `export interface ${interfaceName(table.name)} {\n${lines.join('\n')}\n}\n`;
}

function columnType(table: Table, column: Column): string {
  const type = valueType(table, column);
  if (column.identity === 'always') return `GeneratedAlways<${type}>`;
  if (!column.notNull) return `${type} | null`;
  return column.default !== null || column.identity ? `Generated<${type}>` : type;
}

function valueType(table: Table, column: Column): string {
  const element = column.type.replace(/\[\]$/, '').replace(/\(.*\)/, '');
  const type = types[element];
  if (!type) throw new Error(`${table.name}.${column.name}: no TypeScript type for ${column.type}`);
  if (column.type.endsWith('[]')) return `${type}[]`;
  return element === 'text' ? (allowedTexts(table, column) ?? type) : type;
}

/** `check (kind in ('a', 'b'))` as `'a' | 'b'`. */
function allowedTexts(table: Table, column: Column): string | undefined {
  const start = `CHECK ((${column.name} = ANY (ARRAY[`;
  const check = table.constraints.find(({ definition }) => definition.startsWith(start));
  const values = check?.definition.match(/'(?:[^']|'')*'(?=::text)/g);
  return values?.map((value) => value.replaceAll("''", "\\'")).join(' | ');
}
