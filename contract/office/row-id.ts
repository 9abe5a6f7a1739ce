/** The largest id of a row: the columns are integers. */
const MAX_ROW_ID = 2_147_483_647;

/** The id of a row from an address or a form; 0 for anything else, which no row has. */
export function readRowId(text: string): number {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id <= MAX_ROW_ID ? id : 0;
}
