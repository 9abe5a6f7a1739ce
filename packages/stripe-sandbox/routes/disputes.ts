import { invalidRequest, noSuch } from '../api/failure.ts';
import { listPage } from '../api/list-page.ts';
import { readText, PAGE_PARAMS, refuseUnknown } from '../api/read-params.ts';
import type { Call, Route } from '../api/route.ts';
import { closeDispute } from '../payments/disputes.ts';
import { renderDispute } from '../render/render-dispute.ts';
import type { DisputeRecord } from '../state/records.ts';

/** The routes under /v1/disputes. */
export const disputeRoutes: Route[] = [
  { name: 'GET /v1/disputes', run: list },
  { name: 'GET /v1/disputes/:id', run: (call) => renderDispute(findDispute(call)) },
  { name: 'POST /v1/disputes/:id/close', run: close },
];

function list({ context, params }: Call): object {
  refuseUnknown(params, [...PAGE_PARAMS, 'charge', 'payment_intent']);
  const intent = readText(params, 'payment_intent');
  const charge = readText(params, 'charge');
  return listPage(context.state.disputes, params, {
    url: '/v1/disputes',
    filter: (dispute) =>
      (intent === undefined || dispute.intent === intent) &&
      (charge === undefined || dispute.charge === charge),
    render: renderDispute,
  });
}

/** Closing a dispute means giving in: it is lost. */
function close(call: Call): object {
  const dispute = findDispute(call);
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw invalidRequest('This dispute is already closed.');
  }
  closeDispute(call.context, dispute, 'lost');
  return renderDispute(dispute);
}

function findDispute({ context, id }: Call): DisputeRecord {
  const dispute = context.state.disputes.get(id);
  if (!dispute) throw noSuch('dispute', id);
  return dispute;
}
