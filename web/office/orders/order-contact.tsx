import { orderOfficeTexts } from '#messages/office/orders.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { Field } from '../../forms/fields.tsx';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { deliveryMethods } from '#contract/codes.ts';
import { formatMoney } from '#contract/format.ts';
import { ButtonForm } from '../ui/button-form.tsx';
import { TermList, Section } from '../ui/section.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import { useOptional } from '../ui/use-optional.ts';
import { useStoredForm, type StoredForm } from '../ui/stored-form.ts';
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
          [t.postTo, order.deliveryMethod === 'postal' ? postLine(contact, buyer.name) : ''],
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
      <ContactForm order={order} />
      {order.deliveryMethod === 'onlineticket' && contact.email !== null && (
        <ButtonForm entries={{ form: 'resend', to: '' }}>{t.sendTickets}</ButtonForm>
      )}
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

/** The address for the post on one line. */
const postLine = ({ postName, street, zip, city }: OrderPage['contact'], buyer: string): string =>
  [postName ?? buyer, street, [zip, city].filter(Boolean).join(' ')].filter(Boolean).join(', ');

function ContactForm({ order }: { order: OrderPage }) {
  const { contact, deliveryMethod } = order;
  const t = useTexts(orderPageTexts);
  const optional = useOptional();
  const state = useStoredForm('contact', {
    name: contact.name,
    email: contact.email ?? '',
    language: contact.language,
    doorNote: contact.doorNote ?? '',
    postName: contact.postName ?? '',
    street: contact.street ?? '',
    zip: contact.zip ?? '',
    city: contact.city ?? '',
    delivery: deliveryMethod,
  });
  return (
    <details className="office-fold" open={state.isShown}>
      <summary>{t.changeContact}</summary>
      <p className="office-hint">{t.contactHint}</p>
      <FormShell
        form={state}

        labels={{
          name: t.nameAtDoor,
          email: t.email,
          language: t.language,
          doorNote: t.doorNote,
          postName: t.postName,
          street: t.street,
          zip: t.zip,
          city: t.city,
          delivery: t.deliveryMethod,
        }}
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
        <DeliveryFields order={order} state={state} />
        <button className="button button--primary">{t.changeContact}</button>
      </FormShell>
    </details>
  );
}

/** Where the tickets are posted, and how they are delivered while none has left. */
function DeliveryFields({ order, state }: { order: OrderPage; state: StoredForm }) {
  const { deliveryMethod, mayChangeDelivery, postageCents } = order;
  const t = useTexts(orderPageTexts);
  const methods = useTexts(orderOfficeTexts);
  const language = useLanguage();
  const optional = useOptional();
  return (
    <>
      <Field
        {...state.field('postName')}
        label={optional(t.postName)}
        hint={t.postNameHint}
        autoComplete="off"
      />
      <Field {...state.field('street')} label={optional(t.street)} autoComplete="off" />
      <div className="fields fields--zip">
        <Field {...state.field('zip')} label={optional(t.zip)} autoComplete="off" />
        <Field {...state.field('city')} label={optional(t.city)} autoComplete="off" />
      </div>
      {mayChangeDelivery && (
        <SelectField
          {...state.field('delivery')}
          label={t.deliveryMethod}
          hint={t.deliveryHint}
          options={deliveryMethods.map((method) => [method, methods[method]] as const)}
        />
      )}
      {mayChangeDelivery && deliveryMethod === 'postal' && postageCents > 0 && (
        <label className="office-check">
          <input
            type="checkbox"
            name="refundPostage"
            value="1"
            defaultChecked={state.values('refundPostage').length > 0}
          />
          {t.refundPostage({ amount: formatMoney(postageCents, language) })}
        </label>
      )}
    </>
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
