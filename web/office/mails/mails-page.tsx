import { formatNumber } from '#contract/format.ts';
import { mailOfficeTexts, mailStateTexts } from '#messages/office/mails.ts';
import { listTexts } from '#messages/office/orders.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { Field } from '../../forms/fields.tsx';
import { officeContext } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { BreakableText, useMoment } from '../ui/breakable-text.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { EmptyList, FilterButtons, Pager, readPaging, readQuery } from '../ui/list-controls.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { MailStateLabel, useMailKind } from './mail-labels.tsx';
import type { Route } from './+types/mails-page';
import { mailStates } from '#contract/office/states.ts';
import { ButtonForm } from '../ui/button-form.tsx';

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = readQuery(url);
  const page = await context
    .get(officeContext)
    .read('mail:list', { ...query, ...readPaging(query) });
  return { page, query };
}

export async function action({ request, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  if (form.get('form') !== 'retry-refused') throw new Response(null, { status: 404 });
  const t = pickTexts(mailOfficeTexts, office.language);
  return await submitForm(office, form, {
    command: 'mail:retry-refused',
    input: {},
    to: '/office/mails',
    say: ({ mails }) => t.refusedQueued({ count: Number(mails) }),
  });
}

/** All mails, newest first (office.md 8.4). */
export default function MailsPage({ loaderData: { page, query } }: Route.ComponentProps) {
  const t = useTexts(mailOfficeTexts);
  const list = useTexts(listTexts);
  const states = useTexts(mailStateTexts);
  const language = useLanguage();
  const nameOf = useMailKind();
  const count = page.count > 1000 ? list.moreThan : formatNumber(page.count, language);
  return (
    <>
      <OfficeTitle title={t.title} />
      <form method="get" className="office-filters">
        <Field name="q" label={list.search} type="search" defaultValue={query['q'] ?? ''} />
        <SelectField
          name="state"
          label={t.state}
          defaultValue={query['state'] ?? ''}
          options={[['', list.all], ...mailStates.map((state) => [state, states[state]] as const)]}
        />
        <SelectField
          name="kind"
          label={t.kind}
          defaultValue={query['kind'] ?? ''}
          options={[['', list.all], ...page.kinds.map((kind) => [kind, nameOf(kind)] as const)]}
        />
        <FilterButtons />
      </form>
      {page.hasOpenRefusals && (
        <ButtonForm action="/office/mails" entries={{ form: 'retry-refused' }}>
          {t.sendAllRefused}
        </ButtonForm>
      )}
      {page.rows.length === 0 ? (
        <EmptyList first={t.none} />
      ) : (
        <>
          <p className="office-count">{t.count({ count })}</p>
          <MailTable rows={page.rows} />
          <Pager olderThan={page.olderThan} newerThan={page.newerThan} />
        </>
      )}
    </>
  );
}

function MailTable({ rows }: { rows: Route.ComponentProps['loaderData']['page']['rows'] }) {
  const t = useTexts(mailOfficeTexts);
  const moment = useMoment();
  const nameOf = useMailKind();
  return (
    <DataTable
      caption={t.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t.time,
          cell: ({ id, createdAt }) => (
            <a href={`/office/mails/${id}`}>
              <BreakableText text={moment(createdAt)} isShort />
            </a>
          ),
          isShort: true,
        },
        { label: t.to, cell: ({ recipient }) => recipient },
        { label: t.subject, cell: ({ subject, kind }) => subject ?? nameOf(kind) },
        { label: t.kind, cell: ({ kind }) => nameOf(kind) },
        {
          label: t.state,
          cell: (mail) => <MailStateLabel mail={mail} />,
          isShort: true,
        },
      ]}
    />
  );
}
