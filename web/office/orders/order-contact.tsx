import { orderOfficeTexts } from '#messages/office/orders.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { Field } from '../../forms/fields.tsx';
import { useTexts } from '../../platform/language.tsx';
import { TermList, Section } from '../ui/section.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useOptional } from '../ui/use-optional.ts';
import { useStoredForm } from '../ui/stored-form.ts';
import { SelectField } from '../ui/select-field.tsx';
import { useMoment } from '../ui/breakable-text.tsx';
import type { OutputOf } from '../platform/office-context.ts';

type OrderPage = OutputOf<'order:page'>;

/** The contact that mails, lists and new tickets address; mails can be sent again. */
export function OrderContact({ order }: { order: OrderPage }) {
  const t = useTexts(orderPageTexts);
  const methods = useTexts(orderOfficeTexts);
  const moment = useMoment();
  const { contact, buyer } = order;
  return (
    <Section id="contact" title={t.contact}>
      <TermList
        rows={[
          [t.nameAtDoor, contact.name],
          [t.email, contact.email ?? '–'],
          [t.language, contact.language === 'de' ? t.german : t.english],
          [t.doorNote, contact.doorNote],
          [t.invoiceTo, buyer.name],
          [t.address, addressOf(buyer)],
          [t.deliveryMethod, methods[order.deliveryMethod]],
          [
            t.post,
            order.postSince === null || !order.tickets.some(({ state }) => state === 'valid')
              ? ''
              : order.postedAt === null
                ? t.postWaiting
                : t.postedAt({ time: moment(order.postedAt) }),
          ],
        ]}
      />
      <ContactForm contact={contact} />
      <ResendForm />
    </Section>
  );
}

/** The parts of the address that exist: complimentary tickets need none. */
const addressOf = ({ street, city, country }: OrderPage['buyer']): string =>
  [street, city, country]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ');

function ContactForm({ contact }: { contact: OrderPage['contact'] }) {
  const t = useTexts(orderPageTexts);
  const optional = useOptional();
  const state = useStoredForm('contact', {
    name: contact.name,
    email: contact.email ?? '',
    language: contact.language,
    doorNote: contact.doorNote ?? '',
  });
  return (
    <details className="office-fold" open={state.isShown}>
      <summary>{t.changeContact}</summary>
      <p className="office-hint">{t.contactHint}</p>
      <FormShell
        form={state}

        labels={{ name: t.nameAtDoor, email: t.email, language: t.language, doorNote: t.doorNote }}
      >
        <input type="hidden" name="shown" value={state.shown} />
        <Field {...state.field('name')} label={t.nameAtDoor} />
        <Field {...state.field('email')} label={optional(t.email)} type="email" />
        <SelectField
          {...state.field('language')}
          label={t.language}
          options={[
            ['de', t.german],
            ['en', t.english],
          ]}
        />
        <Field {...state.field('doorNote')} label={optional(t.doorNote)} />
        <button className="button button--primary">{t.changeContact}</button>
      </FormShell>
    </details>
  );
}

function ResendForm() {
  const t = useTexts(orderPageTexts);
  const optional = useOptional();
  const state = useForm('resend');
  return (
    <FormShell form={state} labels={{ to: t.otherAddress }}>
      <Field
        {...state.field('to')}
        label={optional(t.otherAddress)}
        hint={t.otherAddressHint}
        type="email"
      />
      <button className="button button--line">{t.sendMails}</button>
    </FormShell>
  );
}
