import { readRowId } from '#contract/office/forms.ts';
import { mailOfficeTexts, mailStateTexts } from '#messages/office/mails.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { officeContext, type OutputOf } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { useTexts } from '../../platform/language.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { TermList, Section } from '../ui/section.tsx';
import { OrderLink } from '../ui/order-link.tsx';
import { useMoment } from '../ui/breakable-text.tsx';
import { MailPreview } from './mail-preview.tsx';
import { useMailKind } from './mail-labels.tsx';
import type { Route } from './+types/mail-page';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { Field } from '../../forms/fields.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useOptional } from '../ui/use-optional.ts';
import type { MailState } from '#contract/office/states.ts';
import { ButtonForm } from '../ui/button-form.tsx';

type MailPage = OutputOf<'mail:page'>;

export async function loader({ context, params }: Route.LoaderArgs) {
  return await context.get(officeContext).read('mail:page', { id: readRowId(params.id) });
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const t = pickTexts(mailOfficeTexts, office.language);
  const { id } = params;
  const path = `/office/mails/${id}`;
  switch (form.get('form')) {
    case 'resend':
      return await submitForm(office, form, {
        command: 'mail:resend',
        input: { id, to: form.get('to') ?? '' },
        to: path,
        say: () => t.queued,
      });
    case 'retry':
      return await submitForm(office, form, {
        command: 'mail:retry',
        input: { id },
        to: path,
        say: () => t.queued,
      });
    case 'drop':
      return await submitForm(office, form, {
        command: 'mail:drop',
        input: { id, undo: form.get('undo') ?? '' },
        to: path,
        say: ({ isUndone, isRefused }) =>
          isUndone === true ? t.isUndone : isRefused === true ? t.isHandled : '',
        undo: ({ isUndone }) =>
          isUndone === true ? undefined : { path, entries: { form: 'drop', undo: '1' } },
      });
    default:
      throw new Response(null, { status: 404 });
  }
}

/** A mail: attempts, errors, preview, actions (office.md 8.4). */
export default function MailPage({ loaderData: mail }: Route.ComponentProps) {
  const t = useTexts(mailOfficeTexts);
  const states = useTexts(mailStateTexts);
  const nameOf = useMailKind();
  const moment = useMoment();
  const title = mail.subject ?? nameOf(mail.kind);
  const { lastError, preview, orderNo, personKey } = mail;
  return (
    <>
      <Breadcrumb items={[{ label: t.title, path: '/office/mails' }, { label: title }]} />
      <OfficeTitle title={title} />
      <TermList
        rows={[
          [t.to, mail.recipient],
          [t.kind, nameOf(mail.kind)],
          [t.state, states[mail.state] + (mail.isHandled ? `, ${t.handled}` : '')],
          [t.time, moment(mail.createdAt)],
          [t.tries, String(mail.attempts)],
          [t.sentAt, moment(mail.sentAt)],
          [t.next, moment(mail.nextTryAt)],
          [t.problem, lastError === null ? '' : t[explain(lastError, mail.state)]],
          [t.serverSays, lastError ?? ''],
          [t.order, orderNo === null ? '' : <OrderLink key="order" no={orderNo} />],
          [
            t.person,
            personKey === null ? (
              ''
            ) : (
              <a key="person" href={`/office/people/${personKey}`}>
                {t.toPerson}
              </a>
            ),
          ],
        ]}
      />
      <MailActions mail={mail} />
      <Section id="preview" title={t.preview}>
        {preview === null ? (
          <p>{mail.isPersonal ? t.noPreviewPersonal : t.noPreview}</p>
        ) : (
          <>
            <MailPreview html={preview.html} title={t.previewFrame} />
            <details className="office-fold">
              <summary>{t.previewText}</summary>
              <pre className="office-mail-text">{preview.text}</pre>
            </details>
          </>
        )}
        <p className="office-hint">{t.bounces}</p>
      </Section>
    </>
  );
}

/** Picks the sentence that explains an error of the mail server. */
function explain(
  error: string,
  state: MailState,
): 'unreachable' | 'refusedForGood' | 'refusedForNow' | 'otherProblem' {
  if (state === 'refused') return 'refusedForGood';
  if (/ECONN|ENOTFOUND|EAI_AGAIN|time[d ]?-?out|ESOCKET/i.test(error)) return 'unreachable';
  if (/\b[45]\d\d\b/.test(error)) return 'refusedForNow';
  return 'otherProblem';
}

/** The actions that a mail's state allows. */
function MailActions({ mail }: { mail: MailPage }) {
  const t = useTexts(mailOfficeTexts);
  const isWaiting = mail.state === 'waiting' || mail.state === 'failing';
  const isOpenRefusal = mail.state === 'refused' && !mail.isHandled;
  return (
    <Section id="actions" title={t.actions}>
      <div className="office-buttons">
        {isWaiting && <ButtonForm entries={{ form: 'retry' }}>{t.tryNow}</ButtonForm>}
        {isWaiting && <ButtonForm entries={{ form: 'drop' }}>{t.doNotSend}</ButtonForm>}
        {isOpenRefusal && mail.orderNo !== null && (
          <a className="button button--line" href={`/office/orders/${mail.orderNo}#contact-title`}>
            {t.correctAddress}
          </a>
        )}
        {isOpenRefusal && <ButtonForm entries={{ form: 'drop' }}>{t.done}</ButtonForm>}
      </div>
      {mail.isObsolete ? <p>{t.isObsolete}</p> : <ResendForm mail={mail} />}
    </Section>
  );
}

function ResendForm({ mail }: { mail: MailPage }) {
  const t = useTexts(mailOfficeTexts);
  const { otherAddressHint } = useTexts(orderPageTexts);
  const optional = useOptional();
  const state = useForm('resend');
  return (
    <FormShell form={state} labels={{ to: t.otherAddress }}>
      {!mail.isForRecipientOnly && (
        <Field
          {...state.field('to')}
          label={optional(t.otherAddress)}
          hint={mail.orderNo === null ? undefined : otherAddressHint}
          type="email"
        />
      )}
      <button className="button button--line">{t.sendAgain}</button>
    </FormShell>
  );
}
