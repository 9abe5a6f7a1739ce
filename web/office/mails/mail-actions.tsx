import type { MailPage } from '#contract/office/mail-queries.ts';
import { mailOfficeTexts } from '#messages/office/mails.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { Field } from '../../ui/field.tsx';
import { useTexts } from '../platform/use-frame.ts';
import { FormToken, OfficeForm, useFormState } from '../ui/office-form.tsx';
import { Section } from '../ui/section.tsx';
import { useOptional } from '../ui/use-optional.ts';

/** The actions that a mail's state allows. */
export function MailActions({ mail }: { mail: MailPage }) {
  const t = useTexts(mailOfficeTexts);
  const isWaiting = mail.state === 'waiting' || mail.state === 'failing';
  const isOpenRefusal = mail.state === 'refused' && !mail.isHandled;
  return (
    <Section id="actions" title={t.actions}>
      <div className="office-buttons">
        {isWaiting && <OneButton form="retry" label={t.tryNow} />}
        {isWaiting && <OneButton form="drop" label={t.doNotSend} />}
        {isOpenRefusal && mail.orderNo !== null && (
          <a className="button button--line" href={`/office/orders/${mail.orderNo}#contact-title`}>
            {t.correctAddress}
          </a>
        )}
        {isOpenRefusal && <OneButton form="drop" label={t.done} />}
      </div>
      {mail.isObsolete ? <p>{t.isObsolete}</p> : <ResendForm mail={mail} />}
    </Section>
  );
}

function ResendForm({ mail }: { mail: MailPage }) {
  const t = useTexts(mailOfficeTexts);
  const { otherAddressHint } = useTexts(orderPageTexts);
  const optional = useOptional();
  const state = useFormState('resend');
  return (
    <OfficeForm name="resend" state={state} labels={{ to: t.otherAddress }}>
      {!mail.isForRecipientOnly && (
        <Field
          name="to"
          label={optional(t.otherAddress)}
          hint={mail.orderNo === null ? undefined : otherAddressHint}
          type="email"
          defaultValue={state.value('to')}
          error={state.error('to')}
        />
      )}
      <button className="button button--line">{t.sendAgain}</button>
    </OfficeForm>
  );
}

function OneButton({ form, label }: { form: string; label: string }) {
  return (
    <form method="post">
      <FormToken />
      <input type="hidden" name="form" value={form} />
      <button className="button button--line">{label}</button>
    </form>
  );
}
