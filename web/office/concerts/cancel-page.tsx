import { formatMoney, formatNumber } from '#contract/format.ts';
import { readRowId } from '#contract/office/forms.ts';
import { cancelTexts } from '#messages/office/cancel.ts';
import { concertOfficeTexts } from '#messages/office/concerts.ts';
import { formTexts } from '#messages/office/forms.ts';
import { Field, TextArea } from '../../forms/fields.tsx';
import { FormShell } from '../../forms/form.tsx';
import { readText } from '../../forms/read-fields.ts';
import { useForm } from '../../forms/use-form.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { officeContext, type OutputOf } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { CheckboxField } from '../ui/select-field.tsx';
import { Section, TermList } from '../ui/section.tsx';
import type { Route } from './+types/cancel-page';

type CancelPageDto = OutputOf<'concert:cancel-page'>;

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  return await context.get(officeContext).read('concert:cancel-page', { id: readRowId(id) });
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const form = await request.formData();
  const read = (name: string) => readText(form, name);
  return await submitForm(context.get(officeContext), form, {
    command: 'concert:cancel',
    input: {
      id,
      reason_de: read('reason_de'),
      reason_en: read('reason_en'),
      slug: read('slug'),
      donation: read('donation'),
    },
    to: ({ run }) => `/office/runs/${String(run)}`,
    undo: ({ run }) => ({ path: `/office/runs/${String(run)}`, entries: { form: 'undo' } }),
  });
}

/** Says in numbers what cancelling a concert means, and does it (office.md 6). */
export default function CancelPage({ loaderData: concert }: Route.ComponentProps) {
  const texts = useTexts(cancelTexts);
  const concerts = useTexts(concertOfficeTexts);
  const { title: below, id } = concert;
  const path = `/office/concerts/${id}`;
  return (
    <>
      <Breadcrumb
        items={[
          { label: concerts.title, path: '/office/concerts' },
          { label: below, path },
          { label: concerts.cancel },
        ]}
      />
      <OfficeTitle title={concerts.cancel} below={below} />
      {concert.isCancelled ? <p>{texts.alreadyCancelled}</p> : <Form concert={concert} />}
    </>
  );
}

function Form({ concert }: { concert: CancelPageDto }) {
  const texts = useTexts(cancelTexts);
  const { back, cancel } = useTexts(concertOfficeTexts);
  const { german, english } = useTexts(formTexts);
  const form = useForm('cancel');
  const labels = {
    reason_de: `${texts.reason} (${german})`,
    reason_en: `${texts.reason} (${english})`,
    slug: texts.typeSlug({ slug: concert.slug }),
  };
  const field = (name: keyof typeof labels) => ({ ...form.field(name), label: labels[name] });
  return (
    <>
      <Effect concert={concert} />
      <FormShell form={form} labels={labels}>
        <p className="office-hint">{texts.reasonHint}</p>
        <div className="fields fields--pair">
          <TextArea {...field('reason_de')} rows={3} />
          <TextArea {...field('reason_en')} rows={3} />
        </div>
        {concert.takesDonations && (
          <CheckboxField
            name="donation"
            label={texts.donation}
            defaultChecked={form.entries === null || form.entries['donation'] !== undefined}
          />
        )}
        <Field {...field('slug')} autoComplete="off" spellCheck={false} />
        <div className="office-buttons">
          <button className="button button--danger">{cancel}</button>
          <a className="button button--line" href={`/office/concerts/${concert.id}`}>
            {back}
          </a>
        </div>
      </FormShell>
    </>
  );
}

function Effect({ concert }: { concert: CancelPageDto }) {
  const texts = useTexts(cancelTexts);
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  return (
    <Section id="effect" title={texts.effect}>
      <p>{texts.effectText}</p>
      <TermList
        rows={[
          [texts.orders, number(concert.orders)],
          [texts.tickets, number(concert.tickets)],
          [texts.freeTickets, number(concert.freeTickets)],
          [texts.money, formatMoney(concert.cents, language)],
          [texts.withoutEmail, number(concert.withoutEmail)],
          [texts.disputed, number(concert.disputed)],
          [texts.carts, number(concert.carts)],
          [texts.openPayments, number(concert.openPayments)],
          [texts.elsewhere, number(concert.elsewhere)],
        ]}
      />
    </Section>
  );
}
