/** States of an item of a run, in the order in which they are counted (office.md 6). */
export const runItemStates = [
  'waiting',
  'asked',
  'working',
  'on-its-way',
  'failed',
  'disputed',
  'refunded',
  'shared',
  'donated',
  'kept',
  'nothing',
  'by-hand',
  'done',
] as const;

export type RunItemState = (typeof runItemStates)[number];

/** Items of these states need nothing any more. */
export const doneRunItemStates: readonly RunItemState[] = [
  'disputed',
  'refunded',
  'shared',
  'donated',
  'kept',
  'nothing',
  'by-hand',
  'done',
];
