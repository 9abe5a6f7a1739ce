import { pickTexts } from '#messages/define-texts.ts';
import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { orderOfficeTexts } from '#messages/office/orders.ts';
import { formatMoney } from '#contract/format.ts';
import { officeContext } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { useLanguage, useTexts } from '../../platform/language.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { FormShell } from '../../forms/form.tsx';
import { useForm } from '../../forms/use-form.ts';
import type { Route } from './+types/reissue-page';

export async function loader({ context, params: { orderNo, ticket: id } }: Route.LoaderArgs) {
  const order = await context.get(officeContext).read('order:page', { orderNo });
  const ticket = order.tickets.find((each) => String(each.id) === id);
  if (ticket === undefined) throw new Response(null, { status: 404 });
  return {
    orderNo: order.orderNo,
    hasEmail: order.contact.email !== null,
    delivery: order.deliveryMethod,
    ticket,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const { orderNo, ticket } = params;
  const t = pickTexts(orderPageTexts, office.language);
  const form = await request.formData();
  return await submitForm(office, form, {
    command: 'order:reissue',
    input: { orderNo, ticket, endLinks: form.get('endLinks') ?? '' },
    to: `/office/orders/${orderNo}`,
    say: ({ ticket: old, newTicket }) =>
      t.reissued({ ticket: Number(old), newTicket: Number(newTicket) }),
  });
}

/** Explains what reissuing a ticket does, and does it; a ticket that is not valid has no button (office.md 7.3). */
export default function ReissuePage({ loaderData }: Route.ComponentProps) {
  const { orderNo, ticket } = loaderData;
  const t = useTexts(orderPageTexts);
  const names = useTexts(orderOfficeTexts);
  const problems = useTexts(commandProblemTexts);
  const { problem } = useForm('reissue');
  const orderTitle = names.order({ no: orderNo });
  return (
    <>
      <Breadcrumb
        items={[
          { label: names.orders, path: '/office/orders' },
          { label: orderTitle, path: `/office/orders/${orderNo}` },
          { label: t.reissueTitle },
        ]}
      />
      <OfficeTitle title={t.reissueTitle} below={orderTitle} />
      {ticket.state === 'valid' ? (
        <ConfirmReissue {...loaderData} />
      ) : (
        // after the form was sent, the top of the page says so
        problem === null && (
          <p className="alert alert--danger alert--inline" role="alert">
            {problems.ticketNotReissuable}
          </p>
        )
      )}
    </>
  );
}

function ConfirmReissue({
  orderNo,
  hasEmail,
  delivery,
  ticket,
}: Route.ComponentProps['loaderData']) {
  const t = useTexts(orderPageTexts);
  const language = useLanguage();
  const state = useForm('reissue');
  const { id, concert, type, priceCents } = ticket;
  return (
    <>
      <h2>{t.consequences}</h2>
      <ul className="office-list">
        <li>
          {t.ticketChoice({
            id,
            concert,
            type,
            price: priceCents === 0 ? '' : formatMoney(priceCents, language),
          })}
        </li>
        <li>{t.oneVoid}</li>
        <li>{t.onePlace}</li>
        <li>
          {delivery === 'onlineticket' && !hasEmail
            ? t.reissueWithoutEmail
            : t[`reissue-${delivery}`]}
        </li>
        <li>{t.cannotBeUndone}</li>
      </ul>
      <FormShell form={state}>
        <label className="office-check">
          <input
            type="checkbox"
            name="endLinks"
            value="1"
            defaultChecked={state.values('endLinks').length > 0}
          />
          {t.endLinks}
        </label>
        <div className="office-buttons">
          <button className="button button--danger">{t.reissue}</button>
          <a className="button button--line" href={`/office/orders/${orderNo}`}>
            {t.back}
          </a>
        </div>
      </FormShell>
    </>
  );
}
