import { data } from 'react-router';
import { useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import { readEntries, readRowId } from '#contract/office/forms.ts';
import type { messageFields, Recipients } from '#contract/office/holder-message.ts';
import { concertOfficeTexts } from '#messages/office/concerts.ts';
import { formTexts } from '#messages/office/forms.ts';
import { holderMessageTexts } from '#messages/office/holder-message.ts';
import { orderOfficeTexts } from '#messages/office/orders.ts';
import { Field, TextArea } from '../../forms/fields.tsx';
import { FormShell } from '../../forms/form.tsx';
import { readText } from '../../forms/read-fields.ts';
import { refuse } from '../../forms/submit.server.ts';
import { useForm } from '../../forms/use-form.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { MailPreview } from '../mails/mail-preview.tsx';
import { officeContext, type OutputOf } from '../platform/office-context.ts';
import { flatten, submitForm } from '../platform/submit-form.server.ts';
import { DataTable } from '../ui/data-table.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { OrderLink } from '../ui/order-link.tsx';
import { Section } from '../ui/section.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { useOptional } from '../ui/use-optional.ts';
import type { Route } from './+types/message-page';

type MessageForm = OutputOf<'holders:form'>;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const test = readRowId(url.searchParams.get('test') ?? '');
  return await context.get(officeContext).read('holders:form', { id: readRowId(params.id), test });
}

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const input = { ...flatten(form), id };
  const path = `/office/concerts/${id}/message`;
  switch (readText(form, 'do')) {
    case 'preview': {
      const entries = { ...flatten(form), id: readRowId(id) };
      const { errors, previews } = await office.read('holders:preview', entries);
      const wrong = Object.entries(errors).map(([name, text]) => [name, text[office.language]]);
      if (wrong.length > 0) {
        return refuse('message', form, { status: 422, errors: Object.fromEntries(wrong) });
      }
      const problem = { status: 200, errors: {} };
      return data({ form: 'message', entries: readEntries(form), problem, previews });
    }
    case 'test':
      return await submitForm(office, form, {
        command: 'mail:test',
        input,
        to: ({ test }) => `${path}?test=${String(test)}`,
        say: () => holderMessageTexts.tested[office.language],
      });
    default:
      return await submitForm(office, form, {
        command: 'mail:holders',
        input,
        to: ({ run }) => `/office/runs/${String(run)}`,
      });
  }
}

/** Writes a message to the ticket holders of a concert, tests it and sends it (office.md 8.5). */
export default function MessagePage({ loaderData: page, actionData }: Route.ComponentProps) {
  const { law } = useTexts(holderMessageTexts);
  const { title: concerts, message: title } = useTexts(concertOfficeTexts);
  const { concert } = page;
  const previews = actionData && 'previews' in actionData ? actionData.previews : [];
  return (
    <>
      <Breadcrumb
        items={[
          { label: concerts, path: '/office/concerts' },
          { label: concert.title, path: `/office/concerts/${concert.id}` },
          { label: title },
        ]}
      />
      <OfficeTitle title={title} below={concert.title} />
      <p className="office-hint">{law}</p>
      <Numbers page={page} />
      <MessageFields page={page} />
      {previews.map(({ language, html }, index) => (
        <Preview key={language} language={language} html={html} isFirst={index === 0} />
      ))}
    </>
  );
}

/** The names of the choices of recipients. */
function useRecipients(): Record<Recipients, string> {
  const { all } = useTexts(holderMessageTexts);
  return { ...useTexts(orderOfficeTexts), all };
}

/** How many get it, and who cannot. */
function Numbers({ page: { numbers, withoutEmail } }: { page: MessageForm }) {
  const texts = useTexts(holderMessageTexts);
  const names = useRecipients();
  const language = useLanguage();
  const number = (label: string, read: (row: (typeof numbers)[number]) => number) => ({
    label,
    cell: (row: (typeof numbers)[number]) => formatNumber(read(row), language),
    isNumber: true,
  });
  return (
    <Section id="numbers" title={texts.numbers}>
      <DataTable
        caption={texts.numbers}
        rows={numbers}
        keyOf={({ recipients }) => recipients}
        columns={[
          { label: texts.recipients, cell: ({ recipients }) => names[recipients] },
          number(texts.inGerman, ({ german }) => german),
          number(texts.inEnglish, ({ english }) => english),
          number(texts.withoutEmail, (row) => row.withoutEmail),
        ]}
      />
      {withoutEmail.length > 0 && (
        <details className="office-fold">
          <summary>{texts.withoutEmail}</summary>
          <DataTable
            caption={texts.withoutEmail}
            rows={withoutEmail}
            keyOf={({ orderNo }) => orderNo}
            columns={[
              { label: texts.order, cell: ({ orderNo }) => <OrderLink no={orderNo} /> },
              { label: texts.name, cell: ({ name }) => name },
              { label: texts.delivery, cell: ({ delivery }) => names[delivery] },
            ]}
          />
        </details>
      )}
    </Section>
  );
}

/** The message; once it was tested, it can be sent. */
function MessageFields({ page: { numbers, tested } }: { page: MessageForm }) {
  const texts = useTexts(holderMessageTexts);
  const names = useRecipients();
  const { german, english } = useTexts(formTexts);
  const language = useLanguage();
  const form = useForm('message');
  const first = form.value('recipients', tested?.recipients ?? 'all');
  const [recipients, setRecipients] = useState(first);
  const chosen = numbers.find((row) => row.recipients === recipients);
  const n = formatNumber((chosen?.german ?? 0) + (chosen?.english ?? 0), language);
  const labels = {
    recipients: texts.recipients,
    subject_de: `${texts.subject} (${german})`,
    subject_en: `${texts.subject} (${english})`,
    text_de: `${texts.text} (${german})`,
    text_en: `${texts.text} (${english})`,
    count: texts.count({ n }),
  };
  const optional = useOptional();
  const field = (name: (typeof messageFields)[number]) => ({
    ...form.field(name, tested?.content[name]),
    label: name.endsWith('_en') && !chosen?.english ? optional(labels[name]) : labels[name],
  });
  return (
    <Section id="write" title={texts.write}>
      <FormShell
        form={form}
        labels={labels}
        onInput={({ target }) => {
          if (target instanceof HTMLSelectElement) setRecipients(target.value);
        }}
      >
        <SelectField
          {...form.field('recipients', first)}
          label={texts.recipients}
          options={numbers.map((row) => [row.recipients, names[row.recipients]] as const)}
        />
        <div className="fields fields--pair">
          <Field {...field('subject_de')} autoComplete="off" />
          <Field {...field('subject_en')} autoComplete="off" />
        </div>
        <div className="fields fields--pair">
          <TextArea {...field('text_de')} rows={10} />
          <TextArea {...field('text_en')} rows={10} />
        </div>
        <p className="office-hint">{texts.placeholders}</p>
        <TestButtons isTested={tested !== null} />
        {tested === null ? (
          <p className="office-hint">{texts.testFirst}</p>
        ) : (
          <SendRow
            field={{ ...form.field('count'), label: labels.count }}
            button={texts.send({ n })}
          />
        )}
      </FormShell>
    </Section>
  );
}

function TestButtons({ isTested }: { isTested: boolean }) {
  const texts = useTexts(holderMessageTexts);
  return (
    <div className="office-buttons">
      <button className="button button--line" name="do" value="preview">
        {texts.preview}
      </button>
      <button className={`button button--${isTested ? 'line' : 'primary'}`} name="do" value="test">
        {texts.test}
      </button>
    </div>
  );
}

interface SendRowProps {
  /** For the number of people. */
  field: { name: string; label: string; error: string | undefined };
  button: string;
}

function SendRow({ field, button }: SendRowProps) {
  const { testedHint } = useTexts(holderMessageTexts);
  return (
    <>
      <p>{testedHint}</p>
      <Field {...field} inputMode="numeric" autoComplete="off" />
      <div className="office-buttons">
        <button className="button button--primary" name="do" value="send">
          {button}
        </button>
      </div>
    </>
  );
}

interface PreviewProps {
  language: 'de' | 'en';
  html: string;
  isFirst: boolean;
}

function Preview({ language, html, isFirst }: PreviewProps) {
  const texts = useTexts(holderMessageTexts);
  const { german, english } = useTexts(formTexts);
  const title = texts.previewOf({ language: language === 'de' ? german : english });
  return (
    <Section id={`preview-${language}`} title={title} isResponse={isFirst}>
      <MailPreview html={html} title={title} />
    </Section>
  );
}
