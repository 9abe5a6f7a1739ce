import { formatNumber } from '#contract/format.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { newsletterOfficeTexts } from '#messages/office/newsletter.ts';
import { readText } from '../../forms/read-fields.ts';
import { officeContext, type OutputOf } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { OfficeTitle } from '../ui/office-title.tsx';
import {
  EmptyList,
  ListCount,
  Pager,
  readPaging,
  readQuery,
  FilterButtons,
} from '../ui/list-controls.tsx';
import { Section } from '../ui/section.tsx';
import type { Route } from './+types/subscribers-page';
import { Field } from '../../forms/fields.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { SelectField } from '../ui/select-field.tsx';
import { listTexts } from '#messages/office/orders.ts';
import { BreakableText, useMoment } from '../ui/breakable-text.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { subscriptionStates, type SubscriptionState } from '#contract/office/states.ts';
import { StateLabel, type StateKind } from '../ui/state-label.tsx';
import { ButtonForm } from '../ui/button-form.tsx';

type Counts = OutputOf<'newsletter:list'>['counts'];
type SubscriberDto = OutputOf<'newsletter:list'>['rows'][number];

const PATH = '/office/newsletter';
const countNames = ['confirmed', 'waiting', 'off', 'general', 'daily', 'postal'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const q = url.searchParams.get('q') ?? '';
  const state = url.searchParams.get('state') ?? '';
  const page = await context
    .get(officeContext)
    .read('newsletter:list', { q, state, ...readPaging(readQuery(url)) });
  return { page, q, state };
}

export async function action({ request, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const texts = pickTexts(newsletterOfficeTexts, office.language);
  const name = form.get('form');
  if (name === 'invite') {
    return await submitForm(office, form, {
      command: 'newsletter:invite',
      to: PATH,
      say: ({ email, isConfirmed }) =>
        texts[isConfirmed === true ? 'alreadyConfirmed' : 'sentTo']({ email: String(email) }),
    });
  }
  if (name !== 'off') throw new Response(null, { status: 404 });
  const id = readText(form, 'id');
  return await submitForm(office, form, {
    command: 'newsletter:off',
    to: PATH,
    say: ({ isUndone }) => (isUndone === true ? texts.onAgain : texts.offNow),
    undo: ({ isUndone }) =>
      isUndone === true ? undefined : { path: PATH, entries: { form: 'off', id, undo: '1' } },
  });
}

/** Numbers, list and proof of the newsletter's subscribers (office.md 8.2). */
export default function SubscribersPage({ loaderData }: Route.ComponentProps) {
  const { page, q, state } = loaderData;
  const texts = useTexts(newsletterOfficeTexts);
  return (
    <>
      <OfficeTitle title={texts.title} />
      <SubscriberCounts counts={page.counts} />
      <Section id="list" title={texts.list}>
        <SubscriberFilters q={q} state={state} />
        {page.rows.length === 0 ? (
          <EmptyList first={texts.none} />
        ) : (
          <>
            <ListCount count={page.count} />
            <SubscriberTable rows={page.rows} />
            <Pager olderThan={page.olderThan} newerThan={page.newerThan} />
          </>
        )}
      </Section>
      <InviteForm />
    </>
  );
}

/** How many subscribers there are, by state and, of the confirmed ones, by preference. */
function SubscriberCounts({ counts }: { counts: Counts }) {
  const texts = useTexts(newsletterOfficeTexts);
  const language = useLanguage();
  return (
    <Section id="numbers" title={texts.numbers}>
      <dl className="office-figures">
        {countNames.map((name) => (
          <div key={name}>
            <dt>{texts[name]}</dt>
            <dd>{formatNumber(counts[name], language)}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** Mails a new address the question whether it wants the newsletter. */
function InviteForm() {
  const texts = useTexts(newsletterOfficeTexts);
  const language = useLanguage();
  const state = useForm('invite');
  return (
    <Section id="invite" title={texts.invite}>
      <FormShell form={state} labels={{ email: texts.email }}>
        <p className="small">{texts.inviteHint}</p>
        <Field {...state.field('email')} type="email" label={texts.email} autoComplete="off" />
        <SelectField
          name="language"
          label={texts.language}
          defaultValue={state.value('language', language)}
          options={[
            ['de', texts.german],
            ['en', texts.english],
          ]}
        />
        <div className="office-buttons">
          <button className="button button--primary">{texts.send}</button>
        </div>
      </FormShell>
    </Section>
  );
}

/** Search by the beginning of an address, and the state. */
function SubscriberFilters({ q, state }: { q: string; state: string }) {
  const texts = useTexts(newsletterOfficeTexts);
  const { search, all } = useTexts(listTexts);
  return (
    <form method="get" className="office-filters">
      <Field name="q" type="search" label={search} defaultValue={q} />
      <SelectField
        name="state"
        label={texts.state}
        defaultValue={state}
        options={[['', all], ...subscriptionStates.map((value) => [value, texts[value]] as const)]}
      />
      <FilterButtons csv="/office/newsletter.csv" />
      <p className="office-hint">{texts.csvHint}</p>
    </form>
  );
}

/** Subscribers with the proof that they asked for the newsletter and confirmed it. */
function SubscriberTable({ rows }: { rows: SubscriberDto[] }) {
  const texts = useTexts(newsletterOfficeTexts);
  const moment = useMoment();
  const preferences = (row: SubscriberDto) =>
    [
      row.isGeneral && texts.general,
      row.isDaily && texts.daily,
      row.isPostal && texts.postal,
    ].filter((each) => each !== false);
  return (
    <DataTable
      caption={texts.list}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          label: texts.email,
          cell: ({ id, email }) => (
            <span id={`subscriber-${id}`}>
              <BreakableText text={email} />
            </span>
          ),
        },
        {
          label: texts.state,
          cell: (row) => <StateLabel kind={stateKinds[row.state]}>{texts[row.state]}</StateLabel>,
          isShort: true,
        },
        {
          label: texts.language,
          cell: (row) => (row.language === 'de' ? texts.german : texts.english),
          isShort: true,
        },
        { label: texts.preferences, cell: (row) => preferences(row).join(', ') || '–' },
        { label: texts.askedAt, cell: ({ askedAt }) => moment(askedAt), isShort: true },
        {
          label: texts.confirmedAt,
          cell: ({ confirmedAt }) => (confirmedAt === null ? '–' : moment(confirmedAt)),
          isShort: true,
        },
        {
          label: texts.action,
          cell: (row) => (row.state === 'off' ? '–' : <UnsubscribeForm row={row} />),
          isAction: true,
        },
      ]}
    />
  );
}

function UnsubscribeForm({ row: { id } }: { row: SubscriberDto }) {
  const texts = useTexts(newsletterOfficeTexts);
  return (
    <ButtonForm
      action="/office/newsletter"
      entries={{ form: 'off', id }}
      isSmall
      aria-describedby={`subscriber-${id}`}
    >
      {texts.unsubscribe}
    </ButtonForm>
  );
}

const stateKinds: Record<SubscriptionState, StateKind> = {
  confirmed: 'good',
  waiting: 'open',
  off: 'gone',
};
