import { StartError } from '../platform/errors.ts';
import { listDevices } from '../door/list-devices.ts';
import { findDoors } from '../door/pairing.ts';
import { getDoorReport } from '../door/report.ts';
import type { Command } from './commands.ts';
import { formatTable } from './lists.ts';

const formatMinute = (moment: string): string => moment.slice(0, 16).replace('T', ' ');

/** What the command line lists of the door (door.md 8). */
export const doorLists: Record<string, Command> = {
  'door:devices': {
    usage: '',
    help: 'list device codes and devices of the door',
    minArguments: 0,
    async run({ pool }) {
      const data = await listDevices(pool, 'en');
      const [codes, devices] = [data.pairings, data.devices].map((rows) =>
        formatTable(rows.map((row) => Object.fromEntries(Object.entries(row).map(toCell)))),
      );
      return { text: `Device codes\n${codes}\n\nDevices\n${devices}`, data };
    },
  },
  'door:report': {
    usage: 'CONCERT',
    help: 'show what happened at the door of a concert, by id or slug',
    minArguments: 1,
    async run({ pool }, [concert = '']) {
      const doors = await findDoors(pool, concert);
      const [id] = doors?.ids ?? [];
      if (id === undefined) throw new StartError(`There is no concert ${concert}.`);
      const { concert: found, figures, tables } = await getDoorReport(pool, 'en', id);
      const counts = Object.fromEntries(figures.map(({ name, count }) => [name, count]));
      const { expected, admitted, noShows } = counts;
      const lists = Object.fromEntries(tables.map(({ part, table }) => [part, table.rows]));
      const text = [
        found.title.de,
        ...figures.map(({ name, count }) => `${name.padEnd(11)} ${count}`),
        ...tables.map(({ part, table: { columns, rows } }) => {
          const shown = rows.map((row) => columns.map(({ key }) => toCell([key, row[key] ?? ''])));
          return `\n${part}\n${formatTable(shown.map((cells) => Object.fromEntries(cells)))}`;
        }),
      ].join('\n');
      return { text, data: { concert: found, expected, admitted, noShows, counts, ...lists } };
    },
  },
};

/** A cell as text; a moment to the minute. */
function toCell([key, value]: [string, string | number | null]): [string, string | number] {
  const isMoment = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
  return [key, isMoment ? formatMinute(value) : (value ?? '')];
}
