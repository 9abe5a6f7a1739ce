import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** The `shouldRevalidate` of a page whose data a refused form (409) shows to have changed. */
export const revalidateAfterConflict = (args: ShouldRevalidateFunctionArgs): boolean =>
  args.actionStatus === 409 || args.defaultShouldRevalidate;
