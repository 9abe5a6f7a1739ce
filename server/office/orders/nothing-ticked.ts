import { type OfficeError, wrongField } from '../office-problem.ts';

/** 422: nothing was chosen of a list. */
export const nothingTicked = (): OfficeError =>
  wrongField('order', {
    de: 'Bitte mindestens eine Bestellung ankreuzen.',
    en: 'Please tick at least one order.',
  });
