import './find-tickets.css';
import { redirect } from 'react-router';
import { brokenEmail, messagesOf } from '#contract/forms.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { responseTexts } from '#messages/responses.ts';
import { findTicketsTexts } from '#messages/ticket-holders.ts';
import { Field } from '../forms/fields.tsx';
import { FormShell, SubmitRow } from '../forms/form.tsx';
import { readFields } from '../forms/read-fields.ts';
import { refuse } from '../forms/submit.server.ts';
import { useForm } from '../forms/use-form.ts';
import { LocalLink, useLanguage, useTexts } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { shopContext } from '../platform/visit.ts';
import type { Route } from './+types/find-tickets-page';

export async function action({ request, url, context }: Route.ActionArgs) {
  const visit = context.get(shopContext);
  const form = await request.formData();
  const { problem } = await visit.submit('tickets:find', readFields(form, ['email']), form);
  if (problem !== null) return refuse('find-tickets', form, problem);
  const { ticketsRequested } = pickTexts(responseTexts, visit.language);
  visit.setFlash({ kind: 'success', text: ticketsRequested });
  throw redirect(url.pathname, 303);
}

export { clientAction } from '../forms/client-action.ts';

/** Finds lost tickets again by e-mail (product.md 12). */
export default function FindTicketsPage() {
  const texts = useTexts(findTicketsTexts);
  const language = useLanguage();
  const form = useForm<'email'>('find-tickets', {
    check: ({ email }) => messagesOf({ email: brokenEmail(email) }, language),
    onAccepted: (element) => element.reset(),
  });
  return (
    <div className="wrap page">
      <PageHead title={texts.title} description={texts.description} failed={form.hasFailed} />
      <h1 className="page-title">{texts.title}</h1>
      <p className="lead find-tickets__lead">{texts.lead}</p>
      <FormShell form={form} className="form find-tickets__form">
        <Field {...form.field('email')} label={texts.email} type="email" autoComplete="email" />
        <SubmitRow
          form={form}
          label={texts.send}
          busyLabel={texts.sending}
          failureTitle={texts.failed}
        />
        <p className="form__note">
          {texts.help}{' '}
          <LocalLink to="/contact" className="text-link">
            {texts.toContact}
          </LocalLink>
        </p>
      </FormShell>
    </div>
  );
}
