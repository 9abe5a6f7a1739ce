import { messageTexts } from '#messages/office/messages.ts';
import { officeContext } from '../platform/office-context.ts';
import { useTexts } from '../../platform/language.tsx';
import { BreakableText, useMoment } from '../ui/breakable-text.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { StateLabel, type StateKind } from '../ui/state-label.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import {
  EmptyList,
  FilterButtons,
  ListCount,
  Pager,
  readPaging,
  readQuery,
} from '../ui/list-controls.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { Route } from './+types/messages-page';
import { messageStates, type MessageState } from '#contract/office/states.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const state = url.searchParams.get('state') ?? '';
  const page = await context
    .get(officeContext)
    .read('message:list', { state, ...readPaging(readQuery(url)) });
  return { page, state };
}

/** Every message of the contact form, newest first (office.md 8.3). */
export default function MessagesPage({ loaderData }: Route.ComponentProps) {
  const { page, state } = loaderData;
  const texts = useTexts(messageTexts);
  const moment = useMoment();
  return (
    <>
      <OfficeTitle title={texts.title} />
      <form method="get" className="office-filters">
        <SelectField
          name="state"
          label={texts.state}
          defaultValue={state}
          options={[
            ['', texts.all],
            ...messageStates.map((value) => [value, texts[value]] as const),
          ]}
        />
        <FilterButtons />
      </form>
      {page.rows.length === 0 ? (
        <EmptyList first={texts.none} />
      ) : (
        <>
          <ListCount count={page.count} />
          <DataTable
            caption={texts.title}
            rows={page.rows}
            keyOf={({ id }) => id}
            columns={[
              {
                label: texts.subject,
                cell: ({ id, subject }) => (
                  <a href={`/office/messages/${id}`}>
                    <BreakableText text={subject} />
                  </a>
                ),
              },
              { label: texts.from, cell: ({ email }) => email },
              {
                label: texts.time,
                cell: ({ createdAt }) => moment(createdAt),
                isShort: true,
              },
              { label: texts.state, cell: (row) => <MessageStateLabel state={row.state} /> },
            ]}
          />
          <Pager olderThan={page.olderThan} newerThan={page.newerThan} />
        </>
      )}
    </>
  );
}

function MessageStateLabel({ state }: { state: MessageState }) {
  const texts = useTexts(messageTexts);
  return <StateLabel kind={stateKinds[state]}>{texts[state]}</StateLabel>;
}

const stateKinds: Record<MessageState, StateKind> = { new: 'open', answered: 'good', done: 'gone' };
