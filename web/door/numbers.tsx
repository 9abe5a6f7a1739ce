import { formatNumber, formatTime } from '#contract/format.ts';
import { useDoor } from './use-door.ts';
import { sourceOf, ticketName, typeName } from './names.ts';
import type { Refusal } from '#contract/door/wire.ts';

interface Table {
  caption: string;
  heads: [string, string];
  rows: [string, string][];
}

/** The evening in numbers, as this device knows it. */
export function Numbers() {
  const { view, language, t } = useDoor();
  const book = view.device?.book;
  if (book === undefined) return null;
  const { state } = book;
  const number = (n: number) => formatNumber(n, language);
  const devices = new Map(book.latest(Infinity).map((e) => [e.device_id, e.device_name ?? '']));
  const tables: Table[] = [
    {
      caption: t.inside,
      heads: [t.ticketType, t.inside],
      rows: [
        ...book.concert.ticket_types.map((type): [string, string] => {
          const { admitted = 0, expected = 0 } = state.perType.get(type.id) ?? {};
          return [typeName(type, language), t.inOf({ n: number(admitted), of: number(expected) })];
        }),
        [t.all, t.inOf({ n: number(state.attendance), of: number(state.expected) })],
      ],
    },
    {
      caption: t.perMinute,
      heads: [t.time, t.admissions],
      rows: [...state.perMinute]
        .toSorted(([a], [b]) => b - a)
        .map(([minute, n]) => [formatTime(new Date(minute), language), number(n)]),
    },
    {
      caption: t.duplicates,
      heads: [t.ticket, t.since({ what: '' })],
      rows: state.admits
        .filter(({ verdict }) => verdict === 'duplicate')
        .map(({ event }) => [
          ticketName(book, event.ticket_id, language),
          sourceOf(event, language),
        ]),
    },
    {
      caption: t.refused,
      heads: [t.reason, t.count],
      rows: Object.entries(state.refused).map(([result, n]) => [t[result as Refusal], number(n)]),
    },
    {
      caption: t.devices,
      heads: [t.device, t.admissions],
      rows: [...devices].map(([id, name]) => [name, number(state.perDevice.get(id) ?? 0)]),
    },
  ];
  return (
    <>
      <h1 tabIndex={-1}>{t.numbers}</h1>
      {tables.map((table) => (
        <NumberTable key={table.caption} {...table} />
      ))}
    </>
  );
}

function NumberTable({ caption, heads, rows }: Table) {
  const { t } = useDoor();
  if (rows.length === 0) {
    return (
      <section className="stack">
        <h2>{caption}</h2>
        <p className="quiet">{t.none}</p>
      </section>
    );
  }
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{heads[0]}</th>
          <th scope="col" className="figure">
            {heads[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={`${name} ${value}`}>
            <th scope="row">{name}</th>
            <td className="figure">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
