import type { Language } from '#contract/language.ts';
import type { ProblemDto } from '#contract/problem-dto.ts';
import type { Flash } from '#contract/visit.ts';
import { pickTexts } from '#messages/define-texts.ts';
import { paymentFlashTexts } from '#messages/payment.ts';
import { outcomeOf } from './payment-outcome.ts';

/** The message after `settleReturn`; null for an id that is not ours. */
export function createReturnFlash(problem: ProblemDto | null, language: Language): Flash | null {
  const texts = pickTexts(paymentFlashTexts, language);
  if (problem === null) return { kind: 'success', text: texts.ordered };
  switch (outcomeOf(problem)) {
    case 'processing':
      return { kind: 'info', text: texts.processing };
    case 'refunded':
      return { kind: 'danger', text: problem.message };
    case 'unpaid':
      return { kind: 'danger', text: texts.unpaid };
    case 'unreachable':
      return { kind: 'danger', text: texts.unknown };
    case 'refused':
      return null;
  }
}
