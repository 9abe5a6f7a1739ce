import { commandProblemTexts } from '#messages/office/command-problems.ts';
import { type OfficeError, wrongField } from '../office-problem.ts';

/** 422: nothing was chosen of a list. */
export const nothingTicked = (): OfficeError =>
  wrongField('order', commandProblemTexts.nothingTicked);
