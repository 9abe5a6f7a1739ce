import type { Column, Schema, Table } from './read-schema.ts';

/** The whole schema as readable SQL, the same text for the same schema. */
export function schemaSql({ tables, views, functions }: Schema): string {
  return [
    '-- Written by `npm run schema` from the migrations; for reading, and for comparing in `npm run check`.',
    ...tables.map(tableSql),
    ...views.map(({ name, definition }) => `CREATE VIEW ${name} AS\n${definition}`),
    ...functions.map((definition) => `${definition.trimEnd()};`),
    '',
  ].join('\n\n');
}

function tableSql(table: Table): string {
  const lines = [
    ...table.columns.map(columnSql),
    ...table.constraints.map(({ name, definition }) => `CONSTRAINT ${name} ${definition}`),
  ];
  const kind = table.unlogged ? 'UNLOGGED TABLE' : 'TABLE';
  const options = table.options ? ` WITH (${table.options})` : '';
  const after = [...table.indexes, ...table.triggers].map((statement) => `\n${statement};`);
  return `CREATE ${kind} ${table.name} (\n  ${lines.join(',\n  ')}\n)${options};${after.join('')}`;
}

function columnSql(column: Column): string {
  const parts = [column.name, column.type];
  if (column.notNull) parts.push('NOT NULL');
  if (column.default !== null) parts.push(`DEFAULT ${column.default}`);
  if (column.generated !== null) parts.push(`GENERATED ALWAYS AS (${column.generated}) STORED`);
  if (column.identity) parts.push(`GENERATED ${column.identity.toUpperCase()} AS IDENTITY`);
  return parts.join(' ');
}
