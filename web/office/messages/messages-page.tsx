import { formatDayAndTime } from '#contract/format.ts';
import { messageStates, type MessageState } from '#contract/office/message-queries.ts';
import { messageTexts } from '#messages/office/messages.ts';
import { pageQuery } from '../platform/page-query.ts';
import { officeContext } from '../platform/office-context.ts';
import { useLanguage, useTexts } from '../platform/use-frame.ts';
import { DataTable } from '../ui/data-table.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import { EmptyList, Pager } from '../ui/pager.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { Route } from './+types/messages-page';

export async function loader({ context, url }: Route.LoaderArgs) {
  const state = url.searchParams.get('state') ?? '';
  const page = await context.get(officeContext).query('message:list', { state, ...pageQuery(url) });
  return { page, state };
}

/** Every message of the contact form, newest first (office.md 8.3). */
export default function MessagesPage({ loaderData }: Route.ComponentProps) {
  const { page, state } = loaderData;
  const texts = useTexts(messageTexts);
  const language = useLanguage();
  return (
    <>
      <OfficeTitle title={texts.title} />
      <form method="get" className="office-filters">
        <SelectField
          name="state"
          label={texts.state}
          value={state}
          options={[
            { value: '', label: texts.all },
            ...messageStates.map((value) => ({ value, label: texts[value] })),
          ]}
        />
        <button className="button button--line">{texts.filter}</button>
      </form>
      {page.rows.length === 0 ? (
        <EmptyList isFiltered={state !== ''} text={texts.none} />
      ) : (
        <DataTable
          caption={texts.title}
          rows={page.rows}
          keyOf={({ id }) => id}
          columns={[
            {
              label: texts.subject,
              cell: ({ id, subject }) => <a href={`/office/messages/${id}`}>{subject}</a>,
            },
            { label: texts.from, cell: ({ email }) => email },
            { label: texts.time, cell: ({ createdAt }) => formatDayAndTime(createdAt, language) },
            { label: texts.state, cell: (row) => <MessageStateLabel state={row.state} /> },
          ]}
        />
      )}
      <Pager page={page} />
    </>
  );
}

function MessageStateLabel({ state }: { state: MessageState }) {
  const texts = useTexts(messageTexts);
  return (
    <span className={`office-state${state === 'new' ? ' office-state--new' : ''}`}>
      {texts[state]}
    </span>
  );
}
