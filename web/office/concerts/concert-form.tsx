import { type ReactNode } from 'react';
import {
  toConcertEntries,
  type newEntryKinds,
  type ConcertPart,
} from '#contract/office/concert-entries.ts';
import { readGroup, type ConcertGroup } from '#contract/office/concert-groups.ts';
import type { FormEntries } from '#contract/office/forms.ts';
import {
  concertGroupTexts,
  concertOfficeTexts,
  concertStructureTexts,
  labelOfConcertField,
} from '#messages/office/concerts.ts';
import { Field, TextArea } from '../../forms/fields.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import type { OutputOf } from '../platform/office-context.ts';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';

/** What a form of a concert is shown from. */
export type ConcertFormData = OutputOf<'concert:document'>;

export type ConcertFormState = ReturnType<typeof useConcertForm>;

/** The state of a form with these fields: as typed, otherwise as stored, or preset. */
export function useConcertForm(
  name: ConcertPart | 'picture',
  { document, version }: ConcertFormData,
  preset: FormEntries = {},
) {
  const form = useForm(name);
  const language = useLanguage();
  const entries: FormEntries = form.entries ?? { ...toConcertEntries(document), ...preset };
  const isTicked = (field: string) => entries[field] !== undefined;
  // a message at a button names what is missing
  const labels = Object.keys(form.errors)
    .filter((field) => !field.endsWith('-add'))
    .map((field) => [field, labelOfConcertField(field, language)]);
  return {
    form,
    entries,
    /** Of the fields with errors. */
    labels: Object.fromEntries(labels) as Record<string, string>,
    isTicked,
    /** Sent back; after a conflict with another version, that one: saved again, it is replaced knowingly. */
    version: form.refusal?.version ?? form.value('version', version),
    /** What the last structure button has changed. */
    change: entries['change']?.[0] ?? '',
    field: (field: string) => ({
      ...form.field(field, entries[field]?.[0] ?? ''),
      label: labelOfConcertField(field.replace(/^\w+-\d+-/, ''), language),
    }),
  };
}

interface ConcertFormPageProps {
  state: ConcertFormState;
  title: string;
  /** Null: the concert is new. */
  concert: { id: string; title: string } | null;
  /** The label of its button. */
  save?: string;
  /** Further buttons. */
  buttons?: ReactNode;
  /** The field whose error only asks for confirmation. */
  confirms?: string;
  children: ReactNode;
}

/** The page of a form of a concert. */
export function ConcertFormPage({
  state,
  title,
  concert,
  save: label,
  buttons,
  confirms = '',
  children,
}: ConcertFormPageProps) {
  const texts = useTexts(concertOfficeTexts);
  const save = label ?? texts.save;
  const { form, version, labels } = state;
  const above =
    concert === null ? [] : [{ label: concert.title, path: `/office/concerts/${concert.id}` }];
  return (
    <>
      <Breadcrumb
        items={[{ label: texts.title, path: '/office/concerts' }, ...above, { label: title }]}
      />
      <OfficeTitle title={title} below={concert?.title} />
      <FormShell form={form} labels={labels} confirms={confirms}>
        {/* the Enter key uses the first button */}
        <button className="visually-hidden" tabIndex={-1} aria-hidden="true">
          {save}
        </button>
        <input type="hidden" name="version" value={version} />
        {children}
        <div className="office-buttons">
          <button className="button button--primary">{save}</button>
          {buttons}
        </div>
      </FormShell>
    </>
  );
}

interface BothFieldsProps {
  state: ConcertFormState;
  /** Without its language. */
  name: string;
  rows?: number;
  hint?: string;
}

/** A text in both languages, side by side. */
export function BothFields({ state, name, rows, hint = '' }: BothFieldsProps) {
  const fields = [state.field(`${name}_de`), state.field(`${name}_en`)];
  return (
    <div className="fields fields--pair">
      {fields.map((field) =>
        rows === undefined ? (
          <Field key={field.name} {...field} hint={hint} autoComplete="off" />
        ) : (
          <TextArea key={field.name} {...field} hint={hint} rows={rows} />
        ),
      )}
    </div>
  );
}

interface GroupFieldsProps {
  state: ConcertFormState;
  group: ConcertGroup;
  /** The fields of one; `name('title')` is that of a field. */
  children: (name: (field: string) => string, n: number) => ReactNode;
}

/** Fieldsets that buttons add, move and remove. */
export function GroupFields({ state, group, children }: GroupFieldsProps) {
  const legends = useTexts(concertGroupTexts);
  const texts = useTexts(concertStructureTexts);
  const { entries, change } = state;
  const count = readGroup(entries, group).length;
  const focused = findFocused(change, group, count);
  const step = (label: string, value: string) => (
    <button className="button button--line button--small" name="change" value={value}>
      {label}
    </button>
  );
  return (
    <>
      {Array.from({ length: count }, (_, index) => index + 1).map((n) => (
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the response to its button takes the focus
        <fieldset key={n} className="concert-group" tabIndex={-1} autoFocus={focused === n}>
          <legend>{legends[group]({ n })}</legend>
          {children((field) => `${group}-${n}-${field}`, n)}
          <div className="office-buttons">
            {group !== 'note' && n > 1 && step(texts[`${group}-up`]({ n }), `${group}-${n}-up`)}
            {group !== 'note' &&
              n < count &&
              step(texts[`${group}-down`]({ n }), `${group}-${n}-down`)}
            {step(texts[`${group}-remove`]({ n }), `${group}-${n}-remove`)}
          </div>
        </fieldset>
      ))}
      <p>
        <button
          className="button button--line"
          id={`${group}-add`}
          name="change"
          value={`${group}-add`}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- what had the focus is gone
          autoFocus={change.startsWith(`${group}-`) && change.endsWith('-remove')}
        >
          {texts[`${group}-add`]}
        </button>
      </p>
    </>
  );
}

/** The fieldset that a structure button has added or moved. */
function findFocused(change: string, group: ConcertGroup, count: number): number | null {
  if (change === `${group}-add`) return count;
  const [, of, n, step] = /^(\w+)-(\d+)-(up|down)$/.exec(change) ?? [];
  return of === group ? Number(n) + (step === 'up' ? -1 : 1) : null;
}

/** Adds what the lists of the form's choices lack, and comes back to what was typed. */
export function NewEntryButtons({ kinds }: { kinds: (typeof newEntryKinds)[number][] }) {
  const texts = useTexts(concertStructureTexts);
  return (
    <div className="office-buttons">
      {kinds.map((kind) => (
        <button
          key={kind}
          className="button button--line button--small"
          name="change"
          value={`new-${kind}`}
        >
          {texts[`new-${kind}`]}
        </button>
      ))}
    </div>
  );
}
