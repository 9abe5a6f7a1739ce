import { listPlayers } from '#contract/office/concert-entries.ts';
import { movementLanguages } from '#contract/office/concert-document.ts';
import { readRowId } from '#contract/office/forms.ts';
import { concertHintTexts } from '#messages/office/concert-hints.ts';
import {
  concertFieldTexts,
  concertGroupTexts,
  concertOfficeTexts,
  movementLanguageTexts,
} from '#messages/office/concerts.ts';
import { Field, TextArea } from '../../forms/fields.tsx';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { CheckboxField, SelectField } from '../ui/select-field.tsx';
import { useOptional } from '../ui/use-optional.ts';
import type { Route } from './+types/programme-page';
import {
  BothFields,
  ConcertFormPage,
  GroupFields,
  NewEntryButtons,
  useConcertForm,
  type ConcertFormData,
  type ConcertFormState,
} from './concert-form.tsx';
import { changeStructure, savePart } from './concert-form.server.ts';

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  return await context.get(officeContext).read('concert:document', { id: readRowId(id) });
}

export async function action({ request, params: { id }, context, url }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  return (
    (await changeStructure(office, form, url.pathname)) ??
    (await savePart(office, form, id, 'programme'))
  );
}

/** Performers and pieces of a concert (office.md 5.2). */
export default function ProgrammePage({
  loaderData: stored,
  params: { id },
}: Route.ComponentProps) {
  const texts = useTexts(concertOfficeTexts);
  const title = stored.document.title[useLanguage()];
  const state = useConcertForm('programme', stored);
  return (
    <ConcertFormPage state={state} title={texts.programme} concert={{ id, title }}>
      <datalist id="musicians">
        {stored.musicians.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <GroupFields state={state} group="performer">
        {(name) => <PerformerFields state={state} stored={stored} name={name} />}
      </GroupFields>
      <GroupFields state={state} group="piece">
        {(name, n) => <PieceFields state={state} stored={stored} name={name} n={n} />}
      </GroupFields>
      <NewEntryButtons kinds={['composer', 'instrument', 'venue']} />
    </ConcertFormPage>
  );
}

interface GroupProps {
  state: ConcertFormState;
  stored: ConcertFormData;
  name: (field: string) => string;
}

function PerformerFields({ state: { field }, stored, name }: GroupProps) {
  const language = useLanguage();
  const { choose } = useTexts(concertOfficeTexts);
  const optional = useOptional();
  const english = field(name('en'));
  return (
    <>
      <div className="fields fields--pair">
        <Field {...field(name('name'))} list="musicians" autoComplete="off" />
        <Field {...english} label={optional(english.label)} autoComplete="off" />
      </div>
      <SelectField
        {...field(name('instrument'))}
        options={[
          ['', choose],
          ...stored.choices.instruments.map((each) => [each.slug, each[language]] as const),
        ]}
      />
    </>
  );
}

function PieceFields({ state, stored, name, n }: GroupProps & { n: number }) {
  const language = useLanguage();
  const texts = useTexts(concertOfficeTexts);
  const optional = useOptional();
  const { field, isTicked } = state;
  const [lang, movements, venue, interval] = [
    field(name('lang')),
    field(name('movements')),
    field(name('venue')),
    field(name('intervalAfter')),
  ];
  const languages = useTexts(movementLanguageTexts);
  return (
    <>
      <SelectField
        {...field(name('composer'))}
        options={[
          ['', texts.choose],
          ...stored.choices.composers.map((each) => [each.slug, each[language]] as const),
        ]}
      />
      <WorkTitleFields state={state} name={name} />
      <SelectField
        {...lang}
        label={optional(lang.label)}
        options={[['', '–'], ...movementLanguages.map((each) => [each, languages[each]] as const)]}
      />
      <TextArea
        {...movements}
        label={optional(movements.label)}
        hint={texts.movementsHint}
        rows={5}
      />
      <PlayedBy state={state} n={n} />
      <SelectField
        {...venue}
        label={optional(venue.label)}
        options={[
          ['', texts.sameVenue],
          ...stored.choices.venues.map((each) => [each.slug, each[language]] as const),
        ]}
      />
      <CheckboxField
        name={interval.name}
        label={interval.label}
        error={interval.error}
        defaultChecked={isTicked(interval.name)}
      />
    </>
  );
}

/** The title of a work, and what is no part of it. */
function WorkTitleFields({ state, name }: Pick<GroupProps, 'state' | 'name'>) {
  const hints = useTexts(concertHintTexts);
  const optional = useOptional();
  const short = (part: 'opus' | 'catalogueNo' | 'tonality') => {
    const props = state.field(name(part));
    return <Field {...props} label={optional(props.label)} hint={hints[part]} autoComplete="off" />;
  };
  return (
    <>
      <BothFields state={state} name={name('title')} hint={hints.title} />
      <div className="fields fields--pair">
        {short('opus')}
        {short('catalogueNo')}
      </div>
      {short('tonality')}
    </>
  );
}

/** Boxes with the performers' numbers; none means that all of them play. */
function PlayedBy({ state: { entries, field }, n }: { state: ConcertFormState; n: number }) {
  const { playedBy } = useTexts(concertFieldTexts);
  const { performer } = useTexts(concertGroupTexts);
  const { playedByHint } = useTexts(concertOfficeTexts);
  const { name: box, error } = field(`piece-${n}-playedBy`);
  const players = listPlayers(entries, n);
  if (players.length === 0) return null;
  return (
    <fieldset className="office-choices" id={box} tabIndex={-1}>
      <legend>{playedBy}</legend>
      {error && <span className="field__error">{error}</span>}
      <p className="field__hint">{playedByHint}</p>
      {players.map(({ value, name, isTicked }) => (
        <label key={value} className="office-check">
          <input type="checkbox" name={box} value={value} defaultChecked={isTicked} />{' '}
          {name || performer({ n: Number(value) })}
        </label>
      ))}
    </fieldset>
  );
}
