import { redirect } from 'react-router';
import { berlinParts } from '#contract/berlin-time.ts';
import { formatMoney } from '#contract/format.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { formTexts } from '#messages/office/forms.ts';
import { orderPageTexts } from '#messages/office/order-page.ts';
import { orderOfficeTexts } from '#messages/office/orders.ts';
import { readText } from '../../forms/read-fields.ts';
import { officeContext } from '../platform/office-context.ts';
import { submitForm } from '../platform/submit-form.server.ts';
import { useTexts } from '../../platform/language.tsx';
import { Breadcrumb, OfficeTitle } from '../ui/office-title.tsx';
import { refuse } from '../../forms/submit.server.ts';
import { useForm } from '../../forms/use-form.ts';
import { ConfirmRefund, ChooseRefund, type RefundChoice } from './refund-forms.tsx';
import { DisputeAlert } from './order-payment.tsx';
import type { Route } from './+types/refund-page';
import { MAX_REASON_LENGTH } from '#contract/office/forms.ts';

/** Null: no choice yet. */
function readChoice({ searchParams }: URL): RefundChoice | null {
  const tickets = searchParams.getAll('ticket').map(Number).filter(Number.isSafeInteger);
  const isWhole = searchParams.has('whole');
  const isRetry = searchParams.has('retry');
  if (!isWhole && !isRetry && tickets.length === 0) return null;
  return { tickets, isWhole, isRetry, reason: searchParams.get('reason') ?? '' };
}

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const office = context.get(officeContext);
  const { orderNo } = params;
  const order = await office.read('order:page', { orderNo });
  const choice = readChoice(url);
  const input = choice?.isWhole ? null : (choice?.tickets ?? []);
  const preview =
    choice === null || url.searchParams.has('change')
      ? null
      : await office.read('order:refund-preview', {
          orderNo,
          tickets: choice.isRetry ? [] : input,
        });
  return { order, choice, preview, year: berlinParts(new Date()).year };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const office = context.get(officeContext);
  const form = await request.formData();
  const { orderNo } = params;
  const t = pickTexts(orderPageTexts, office.language);
  const reason = readText(form, 'reason').trim();
  const tickets = form.getAll('ticket').map(String);
  const input = {
    orderNo,
    ticket: tickets,
    whole: form.get('whole') ?? '',
    retry: form.get('retry') ?? '',
    confirmedCents: readText(form, 'confirmedCents'),
    confirmedRetriedCents: readText(form, 'confirmedRetriedCents'),
    reason,
  };
  const name = form.get('form');
  if (name === 'choose') {
    // 404 for an unknown order
    await office.read('order:refund-preview', { orderNo, tickets: [] });
    const hasChoice = form.has('whole') || tickets.length > 0;
    const errors = {
      ...(hasChoice ? {} : { ticket: t.chooseSomething }),
      ...(reason === '' ? { reason: formTexts.missing[office.language] } : {}),
      ...(Array.from(reason).length > MAX_REASON_LENGTH
        ? { reason: formTexts.tooLong[office.language]({ max: MAX_REASON_LENGTH }) }
        : {}),
    };
    if (Object.keys(errors).length > 0) {
      return refuse('choose', form, { status: 422, errors });
    }
    const query = new URLSearchParams(tickets.map((id) => ['ticket', id]));
    if (form.has('whole')) query.set('whole', '1');
    query.set('reason', reason);
    throw redirect(`/office/orders/${orderNo}/refund?${query}`, 303);
  }
  if (name !== 'refund') throw new Response(null, { status: 404 });
  return await submitForm(office, form, {
    command: 'order:refund',
    // the reason of what is repeated was asked before
    input: input.retry === '' ? input : { ...input, reason: t.refundAgain },
    to: `/office/orders/${orderNo}`,
    say: ({ cents, retriedCents, tickets: voided }) =>
      t.refunded({
        amount: formatMoney(Number(cents) + Number(retriedCents), office.language),
        tickets: Array.isArray(voided) ? voided.length : 0,
      }),
  });
}

/** Refunds tickets or the whole order in two steps (office.md 7.3). */
export default function RefundPage({ loaderData }: Route.ComponentProps) {
  const { order, choice, preview, year } = loaderData;
  const t = useTexts(orderPageTexts);
  const names = useTexts(orderOfficeTexts);
  const { problem } = useForm('refund');
  const title = order.isComplimentary ? t.takeBackTickets : t.refundTitle;
  const orderTitle = names.order({ no: order.orderNo });
  return (
    <>
      <Breadcrumb
        items={[
          { label: names.orders, path: '/office/orders' },
          { label: orderTitle, path: `/office/orders/${order.orderNo}` },
          { label: title },
        ]}
      />
      <OfficeTitle title={title} below={orderTitle} />
      <DisputeAlert order={order} />
      {/* after the form was sent, the top of the page says so */}
      {preview?.problem && problem === null && (
        <p className="alert alert--danger alert--inline" role="alert">
          {preview.problem}
        </p>
      )}
      {choice !== null && preview?.problem === null ? (
        <ConfirmRefund order={order} choice={choice} preview={preview} year={year} />
      ) : choice?.isRetry ? (
        <a href={`/office/orders/${order.orderNo}`}>{t.back}</a>
      ) : (
        <ChooseRefund order={order} choice={choice} />
      )}
    </>
  );
}
