import { renderCharge } from '../render/render-charge.ts';
import { renderDispute } from '../render/render-dispute.ts';
import { renderIntent } from '../render/render-intent.ts';
import { renderPaymentMethod } from '../render/render-payment-method.ts';
import { renderRefund } from '../render/render-refund.ts';
import type { SandboxContext } from '../context.ts';
import { invalidRequest } from './failure.ts';

/** Replaces ids by their objects where `expand[]` asks for it, e.g. `data.latest_charge`. */
export function expand(context: SandboxContext, object: object, paths: readonly string[]): object {
  let expanded: unknown = object;
  for (const path of paths) expanded = expandPath(context, expanded, path.split('.'), path);
  return isObject(expanded) ? expanded : object;
}

function expandPath(
  context: SandboxContext,
  value: unknown,
  path: readonly string[],
  whole: string,
): unknown {
  const [name, ...rest] = path;
  if (Array.isArray(value)) return value.map((item) => expandPath(context, item, path, whole));
  if (name === undefined || !isObject(value)) return value;
  const inside = name === 'refunds' ? refundsOf(context, value) : resolve(context, value[name]);
  if (inside === undefined) {
    throw invalidRequest(`This property cannot be expanded (${whole}).`, { param: 'expand' });
  }
  return { ...value, [name]: expandPath(context, inside, rest, whole) };
}

function resolve(context: SandboxContext, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const { state } = context;
  const intent = state.intents.get(value);
  if (intent) return renderIntent(context, intent);
  const charge = state.charges.get(value);
  if (charge) return renderCharge(context, charge);
  const refund = state.refunds.get(value);
  if (refund) return renderRefund(refund);
  const dispute = state.disputes.get(value);
  if (dispute) return renderDispute(dispute);
  const method = state.paymentMethods.get(value);
  return method ? renderPaymentMethod(method) : undefined;
}

function refundsOf(context: SandboxContext, charge: Record<string, unknown>): object {
  const refunds = context.state.refunds
    .newestFirst()
    .filter((refund) => refund.charge === charge['id']);
  return {
    object: 'list',
    url: `/v1/charges/${String(charge['id'])}/refunds`,
    has_more: false,
    data: refunds.map(renderRefund),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
