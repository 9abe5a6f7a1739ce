import { data } from 'react-router';
import { msgCodes } from '#contract/codes.ts';
import type { ProblemDto } from '#contract/problem-dto.ts';
import type { Visit } from '#contract/visit.ts';
import type { OrderProblemKind } from './order-problem.tsx';

/**
 * The order of the link's `token`, or why there is none (product.md 8): 400, unexpected 503. Links of expired documents
 * lead here with `document=expired`: 410.
 */
export async function loadOrder(visit: Visit, { searchParams }: URL) {
  if (searchParams.get('document') === 'expired') return fail('documentExpired');
  const token = searchParams.get('token') ?? '';
  if (token === '') return fail('tokenMissing');
  const { response, problem } = await visit.call('getOrderDetails', { query: { token } });
  if (problem !== null) return fail(kindOf(problem));
  const user = await visit.findUser();
  const email = user?.user_data.email ?? response.data.email;
  return data({ order: response.data, email, isSignedIn: user !== null, problem: null });
}

const statuses: Partial<Record<OrderProblemKind, number>> = {
  unexpected: 503,
  documentExpired: 410,
};

function fail(problem: OrderProblemKind) {
  return data({ order: null, problem }, { status: statuses[problem] ?? 400 });
}

function kindOf({ msgCode }: ProblemDto): OrderProblemKind {
  if (msgCode === msgCodes.orderTokenInvalid) return 'tokenInvalid';
  return msgCode === msgCodes.orderNotFound ? 'notFound' : 'unexpected';
}
