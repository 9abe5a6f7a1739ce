import { frameTexts } from '#messages/office/frame.ts';
import { listTexts } from '#messages/office/programme-lists.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { BreakableText } from '../ui/breakable-text.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyList, ListCount } from '../ui/list-controls.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import type { Route } from './+types/list-page';
import { kindOf, nameOf, useListFields } from './list-fields.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const kind = kindOf(url.pathname);
  return { kind, entries: await context.get(officeContext).read(`${kind}:list`, {}) };
}

type Entry = Route.ComponentProps['loaderData']['entries'][number];

/** A column for the name in the reader's language, and two more. */
const COLUMNS = 3;

/** One of the four lists that concerts refer to (office.md 5.2). */
export default function ListPage({ loaderData: { kind, entries } }: Route.ComponentProps) {
  const texts = useTexts(listTexts);
  const frame = useTexts(frameTexts);
  const language = useLanguage();
  const path = `/office/${kind}s`;
  const isFirst = (name: string) => name === `name_${language}`;
  const [first, ...others] = useListFields(kind)
    .filter(({ isLong }) => !isLong)
    .toSorted((a, b) => Number(isFirst(b.name)) - Number(isFirst(a.name)))
    .slice(0, COLUMNS);
  const byName = (a: Entry, b: Entry) =>
    nameOf(a.fields, language).localeCompare(nameOf(b.fields, language), language);
  // composers come by last name
  const rows = kind === 'composer' ? entries : entries.toSorted(byName);
  return (
    <>
      <OfficeTitle title={frame[`${kind}s`]} />
      <p>
        <a className="button button--primary" href={`${path}/new`}>
          {texts.new}
        </a>
      </p>
      {rows.length === 0 ? (
        <EmptyList first={texts.none} />
      ) : (
        <>
          <ListCount count={rows.length} />
          <DataTable
            caption={frame[`${kind}s`]}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                label: first?.column ?? '',
                cell: ({ id, fields }) => (
                  <a href={`${path}/${id}`}>
                    <BreakableText text={nameOf(fields, language)} />
                  </a>
                ),
              },
              ...others.map(({ name, column }) => ({
                label: column,
                cell: ({ fields }: (typeof rows)[number]) => fields[name] ?? '',
              })),
            ]}
          />
        </>
      )}
    </>
  );
}
