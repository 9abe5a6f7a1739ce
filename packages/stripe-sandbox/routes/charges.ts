import { noSuch } from '../api/failure.ts';
import { listPage } from '../api/list-page.ts';
import { readText, PAGE_PARAMS, refuseUnknown } from '../api/read-params.ts';
import type { Call, Route } from '../api/route.ts';
import { renderCharge } from '../render/render-charge.ts';
import { renderPaymentMethod } from '../render/render-payment-method.ts';

/** Charges and payment methods, to read only. */
export const chargeRoutes: Route[] = [
  { name: 'GET /v1/charges', run: list },
  { name: 'GET /v1/charges/:id', run: retrieve },
  { name: 'GET /v1/payment_methods/:id', run: retrieveMethod },
];

function list({ context, params }: Call): object {
  refuseUnknown(params, [...PAGE_PARAMS, 'payment_intent']);
  const intent = readText(params, 'payment_intent');
  return listPage(context.state.charges, params, {
    url: '/v1/charges',
    filter: (charge) => intent === undefined || charge.intent === intent,
    render: (charge) => renderCharge(context, charge),
  });
}

function retrieve({ context, id }: Call): object {
  const charge = context.state.charges.get(id);
  if (!charge) throw noSuch('charge', id);
  return renderCharge(context, charge);
}

function retrieveMethod({ context, id }: Call): object {
  const method = context.state.paymentMethods.get(id);
  if (!method) throw noSuch('PaymentMethod', id);
  return renderPaymentMethod(method);
}
