import { listKinds } from '#contract/office/programme-lists.ts';
import { labelOfAuditField } from '#messages/office/audit-fields.ts';
import { auditTexts } from '#messages/office/audit.ts';
import { frameTexts } from '#messages/office/frame.ts';
import { listTexts } from '#messages/office/orders.ts';
import { Field } from '../../forms/fields.tsx';
import { officeContext, type InputOf, type OutputOf } from '../platform/office-context.ts';
import { useFrame } from '../platform/use-frame.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { BreakableText, Moment } from '../ui/breakable-text.tsx';
import { DataTable } from '../ui/data-table.tsx';
import {
  EmptyList,
  FilterButtons,
  ListCount,
  Pager,
  readPaging,
  readQuery,
} from '../ui/list-controls.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { Route } from './+types/audit-page';
import { readAuditFilters } from './audit-filters.ts';
import { labelOf, listEventLabels } from '#messages/office/command-labels.ts';

type AuditFilters = InputOf<'audit:list'>['filters'];
type AuditPageData = OutputOf<'audit:list'>;
type AuditEntryDto = OutputOf<'audit:list'>['rows'][number];

export async function loader({ context, url }: Route.LoaderArgs) {
  const filters = readAuditFilters(url);
  const input = { filters, ...readPaging(readQuery(url)) };
  return { filters, page: await context.get(officeContext).read('audit:list', input) };
}

/** The audit log with its filters (office.md 11). */
export default function AuditPage({ loaderData: { filters, page } }: Route.ComponentProps) {
  const texts = useTexts(auditTexts);
  const { audit } = useTexts(frameTexts);
  return (
    <>
      <OfficeTitle title={audit} />
      <Filters filters={filters} people={page.people} />
      {page.rows.length === 0 ? (
        <EmptyList first={texts.nothingYet} />
      ) : (
        <>
          <ListCount count={page.count} />
          <Entries rows={page.rows} caption={audit} />
          <Pager olderThan={page.olderThan} newerThan={page.newerThan} />
        </>
      )}
    </>
  );
}

function Filters({ filters, people }: { filters: AuditFilters; people: AuditPageData['people'] }) {
  const texts = useTexts(auditTexts);
  const language = useLanguage();
  const { staff } = useFrame();
  const all = ['', useTexts(listTexts).all] as const;
  const names = people.map(({ id, name }) => [String(id), name] as const);
  return (
    <form className="office-filters" method="get">
      <SelectField
        name="who"
        label={texts.who}
        defaultValue={filters.who}
        options={[all, ...names, ['other', texts.others]]}
      />
      <SelectField
        name="what"
        label={texts.what}
        defaultValue={filters.what}
        options={[
          all,
          ...listEventLabels(language).map(({ value, label }) => [value, label] as const),
        ]}
      />
      <Field name="from" label={texts.from} type="date" defaultValue={filters.from} />
      <Field name="to" label={texts.to} type="date" defaultValue={filters.to} />
      <Field name="thing" label={texts.thing} defaultValue={filters.thing} autoComplete="off" />
      <FilterButtons csv={staff?.role === 'admin' ? '/office/audit.csv' : undefined} />
    </form>
  );
}

function Entries({ rows, caption }: { rows: AuditEntryDto[]; caption: string }) {
  const texts = useTexts(auditTexts);
  const language = useLanguage();
  return (
    <DataTable
      caption={caption}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { label: texts.time, cell: ({ at }) => <Moment at={at} />, isShort: true },
        { label: texts.who, cell: ({ who }) => who || '–' },
        { label: texts.what, cell: ({ command }) => labelOf(command, language) },
        { label: texts.onWhat, cell: ({ thing }) => <Thing thing={thing} /> },
        { label: texts.details, cell: (row) => <Details row={row} /> },
      ]}
    />
  );
}

function Thing({ thing }: { thing: AuditEntryDto['thing'] }) {
  const { notice } = useTexts(frameTexts);
  if (thing === null) return '–';
  const paths: Record<string, string> = {
    order: `/office/orders/${thing.name}`,
    staff: `/office/staff/${thing.id}`,
    mail: `/office/mails/${thing.id}`,
    message: `/office/messages/${thing.id}`,
    concert: `/office/concerts/${thing.id}`,
    notice: '/office/notice',
    ...Object.fromEntries(listKinds.map((kind) => [kind, `/office/${kind}s/${thing.id}`])),
  };
  const path = paths[thing.kind];
  const isLinked = path !== undefined && (thing.kind !== 'staff' || /^\d+$/.test(thing.id));
  const text = thing.kind === 'notice' ? notice : thing.name || thing.id;
  const name = <BreakableText text={text} />;
  return isLinked ? <a href={path}>{name}</a> : name;
}

function Details({ row }: { row: AuditEntryDto }) {
  const texts = useTexts(auditTexts);
  const language = useLanguage();
  if (row.changes.length === 0 && row.network === null) return '–';
  return (
    <details>
      <summary>{texts.details}</summary>
      {row.network !== null && (
        <p>
          {texts.network}: {row.network}
        </p>
      )}
      {row.changes.length > 0 && (
        <DataTable
          caption={texts.details}
          rows={row.changes}
          keyOf={({ field }) => field}
          columns={[
            {
              label: texts.field,
              cell: ({ field }) => (
                <span className="office-word">
                  {labelOfAuditField(field, row.thing?.kind ?? '', language)}
                </span>
              ),
            },
            { label: texts.before, cell: ({ before }) => before || '–' },
            { label: texts.after, cell: ({ after }) => after || '–' },
          ]}
        />
      )}
    </details>
  );
}
