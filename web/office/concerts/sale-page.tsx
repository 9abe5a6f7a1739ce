import { berlinDate, berlinTime } from '#contract/berlin-time.ts';
import { formatMoney } from '#contract/format.ts';
import { partOfField, toConcertEntries } from '#contract/office/concert-entries.ts';
import { readGroup } from '#contract/office/concert-groups.ts';
import { readRowId } from '#contract/office/forms.ts';
import {
  listPriceChanges,
  namePriceChanges,
  newSaleEntries,
  readSale,
} from '#contract/office/sale-entries.ts';
import { concertHintTexts } from '#messages/office/concert-hints.ts';
import {
  concertFieldTexts,
  concertOfficeTexts,
  labelOfConcertField,
} from '#messages/office/concerts.ts';
import { Field } from '../../forms/fields.tsx';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { officeContext } from '../platform/office-context.ts';
import { useFrame } from '../platform/use-frame.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { TermList } from '../ui/section.tsx';
import { CheckboxField, SelectField } from '../ui/select-field.tsx';
import { useOptional } from '../ui/use-optional.ts';
import type { Route } from './+types/sale-page';
import { changeStructure } from './concert-form.server.ts';
import {
  ConcertFormPage,
  GroupFields,
  useConcertForm,
  type ConcertFormData,
  type ConcertFormState,
} from './concert-form.tsx';
import { submitSale } from './sale.server.ts';

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const stored = await context.get(officeContext).read('concert:document', { id: readRowId(id) });
  const { sale, start } = stored.document;
  const now = new Date();
  const preset =
    sale === undefined ? newSaleEntries(start, `${berlinDate(now)} ${berlinTime(now)}`) : {};
  return { stored, preset };
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const path = `/office/concerts/${id}`;
  const structure = await changeStructure(office, form, `${path}/sale`);
  if (structure !== null) return structure;
  if (form.get('do') === null) form.set('do', 'sale:save');
  const done = await submitSale(office, form, path, id);
  if (done === null) throw new Response(null, { status: 404 });
  return done;
}

/** Capacity, prices and planned moments of a concert's sale (office.md 5.1). */
export default function SalePage({ loaderData, params: { id } }: Route.ComponentProps) {
  const { stored, preset } = loaderData;
  const texts = useTexts(concertOfficeTexts);
  const { staff } = useFrame();
  const title = stored.document.title[useLanguage()];
  const state = useConcertForm('sale', stored, preset);
  const isConfirming = state.form.errors['prices'] !== undefined;
  if (stored.document.academy || staff?.role === 'editor') {
    return <ReadOnly stored={stored} concert={{ id, title }} />;
  }
  return (
    <ConcertFormPage
      state={state}
      title={texts.sale}
      concert={{ id, title }}
      confirms="prices"
      {...(isConfirming && {
        save: texts.confirmPrices,
        buttons: (
          <button className="button button--line" name="change" value="edit">
            {texts.back}
          </button>
        ),
      })}
    >
      {isConfirming ? (
        <PriceChanges state={state} stored={stored} />
      ) : (
        <SaleFields state={state} stored={stored} />
      )}
    </ConcertFormPage>
  );
}

interface SaleFieldsProps {
  state: ConcertFormState;
  stored: ConcertFormData;
}

function SaleFields({ state, stored }: SaleFieldsProps) {
  const optional = useOptional();
  const hints = useTexts(concertHintTexts);
  const { field, isTicked } = state;
  const [most, box] = [field('maxPerOrder'), field('ticketsAtBoxOffice')];
  const isOnSale = stored.document.sale?.onSale === true;
  return (
    <>
      <div className="fields fields--pair">
        <Field
          {...field('quantity')}
          hint={hints.quantity}
          inputMode="numeric"
          autoComplete="off"
        />
        <Field {...field('presold')} inputMode="numeric" autoComplete="off" />
      </div>
      <Field {...most} label={optional(most.label)} inputMode="numeric" autoComplete="off" />
      <CheckboxField
        name={box.name}
        label={box.label}
        hint={hints.ticketsAtBoxOffice}
        error={box.error}
        defaultChecked={isTicked(box.name)}
      />
      <p className="office-hint">{hints.types}</p>
      <GroupFields state={state} group="type">
        {(name) => <TypeFields state={state} stored={stored} name={name} />}
      </GroupFields>
      {(!isOnSale || isFilled(state, 'onSaleFrom')) && (
        <MomentFields state={state} name="onSaleFrom" />
      )}
      <MomentFields state={state} name="onSaleUntil" />
    </>
  );
}

const isFilled = ({ entries }: ConcertFormState, name: string): boolean =>
  [`${name}_day`, `${name}_time`].some((each) => (entries[each]?.[0] ?? '') !== '');

/** Day and time of a planned moment. */
function MomentFields({
  state,
  name,
}: {
  state: ConcertFormState;
  name: 'onSaleFrom' | 'onSaleUntil';
}) {
  const texts = useTexts(concertFieldTexts);
  const optional = useOptional();
  return (
    <fieldset className="concert-group">
      <legend>{texts[name]}</legend>
      <div className="fields fields--pair">
        <Field {...state.field(`${name}_day`)} label={optional(texts.day)} type="date" />
        <Field {...state.field(`${name}_time`)} label={optional(texts.time)} type="time" />
      </div>
    </fieldset>
  );
}

interface TypeFieldsProps extends SaleFieldsProps {
  name: (field: string) => string;
}

/** Boxes with the other types of the form. */
function OnlyWith({ state: { entries, field }, stored, name }: TypeFieldsProps) {
  const { onlyWith: legend } = useTexts(concertFieldTexts);
  const language = useLanguage();
  const { name: box, error } = field(name('onlyWith'));
  const own = entries[name('kind')]?.[0] ?? '';
  const kinds = readGroup(entries, 'type').map((row) => row['kind']?.[0] ?? '');
  const others = stored.choices.ticketTypes.filter(
    ({ slug }) => kinds.includes(slug) && slug !== own,
  );
  if (others.length === 0) return null;
  return (
    <fieldset className="office-choices" id={box} tabIndex={-1}>
      <legend>{legend}</legend>
      {error && <span className="field__error">{error}</span>}
      {others.map((type) => (
        <label key={type.slug} className="office-check">
          <input
            type="checkbox"
            name={box}
            value={type.slug}
            defaultChecked={entries[box]?.includes(type.slug) ?? false}
          />{' '}
          {type[language]}
        </label>
      ))}
    </fieldset>
  );
}

function TypeFields({ state, stored, name }: TypeFieldsProps) {
  const language = useLanguage();
  const { choose } = useTexts(concertOfficeTexts);
  const optional = useOptional();
  const { field, isTicked } = state;
  const { ticketTypes } = stored.choices;
  const number = (part: string) => {
    const props = field(name(part));
    return (
      <Field {...props} label={optional(props.label)} inputMode="numeric" autoComplete="off" />
    );
  };
  const price = field(name('price'));
  const offered = field(name('offered'));
  return (
    <>
      <div className="fields fields--pair">
        <SelectField
          {...field(name('kind'))}
          options={[
            ['', choose],
            ...ticketTypes.map((type) => [type.slug, type[language]] as const),
          ]}
        />
        <Field
          {...price}
          defaultValue={inLanguage(price.defaultValue, language)}
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <div className="fields fields--pair">
        {number('quota')}
        {number('maxPerOrder')}
      </div>
      <OnlyWith state={state} stored={stored} name={name} />
      <CheckboxField
        name={offered.name}
        label={offered.label}
        error={offered.error}
        defaultChecked={isTicked(offered.name)}
      />
    </>
  );
}

/** A price as the language writes it; both are understood. */
const inLanguage = (price: string, language: 'de' | 'en'): string =>
  language === 'de' ? price.replace('.', ',') : price;

/** Changed prices before and after; the other entries are sent along. */
function PriceChanges({ state: { entries }, stored }: SaleFieldsProps) {
  const texts = useTexts(concertOfficeTexts);
  const fields = useTexts(concertFieldTexts);
  const language = useLanguage();
  const money = (euro: number) => formatMoney(Math.round(euro * 100), language);
  const { prices } = readSale(entries);
  const changes = listPriceChanges(
    stored.document.sale?.prices ?? {},
    prices as Record<string, number>,
  );
  const nameOf = (slug: string) =>
    stored.choices.ticketTypes.find((type) => type.slug === slug)?.[language] ?? slug;
  return (
    <>
      <p>{texts.pricesNote}</p>
      <DataTable
        caption={fields.prices}
        rows={changes}
        keyOf={({ type }) => type}
        columns={[
          { label: fields.kind, cell: ({ type }) => nameOf(type) },
          {
            label: texts.before,
            cell: ({ before }) => money(before),
            isNumber: true,
          },
          {
            label: texts.after,
            cell: ({ after }) => money(after),
            isNumber: true,
          },
        ]}
      />
      <input type="hidden" name="prices" value={namePriceChanges(changes)} />
      {Object.entries(entries)
        .filter(([name]) => partOfField(name) === 'sale')
        .flatMap(([name, values]) =>
          values.map((value) => (
            <input key={`${name} ${value}`} type="hidden" {...{ name, value }} />
          )),
        )}
    </>
  );
}

interface ReadOnlyProps {
  stored: ConcertFormData;
  concert: { id: string; title: string };
}

/** The sale for those who may not change it. */
function ReadOnly({ stored: { document, choices }, concert: { id, title } }: ReadOnlyProps) {
  const texts = useTexts(concertOfficeTexts);
  const language = useLanguage();
  const nameOf = (value: string) =>
    choices.ticketTypes.find(({ slug }) => slug === value)?.[language] ?? value;
  const rows = Object.entries(toConcertEntries(document))
    .filter(([field, values]) => partOfField(field) === 'sale' && values.join('') !== '')
    .map(([field, values]): [string, string] => [
      labelOfConcertField(field, language),
      /offered$|ticketsAtBoxOffice/.test(field)
        ? texts.yes
        : field.endsWith('price')
          ? inLanguage(values.join(''), language)
          : values.map(nameOf).join(', '),
    ]);
  return (
    <>
      <Breadcrumb
        items={[
          { label: texts.title, path: '/office/concerts' },
          { label: title, path: `/office/concerts/${id}` },
          { label: texts.sale },
        ]}
      />
      <OfficeTitle title={texts.sale} below={title} />
      {document.academy && <p>{texts.academyNote}</p>}
      {rows.length === 0 ? !document.academy && <p>{texts.noSale}</p> : <TermList rows={rows} />}
    </>
  );
}
