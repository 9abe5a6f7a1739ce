import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { type Problem, invalidField } from '../../platform/problem.ts';

/** 422: nothing was chosen of a list. */
export const nothingTicked = (): Problem =>
  invalidField('order', commandProblemTexts.nothingTicked);
