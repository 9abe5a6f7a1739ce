import { expect, test } from 'vitest';
import { createStore } from '../platform/store.ts';
import { findDraft } from './use-login-draft.ts';

test('what was typed before the login is only for the same customer', () => {
  const draft = createStore({ userId: 7, values: { city: 'Passau' } });
  expect(findDraft(draft, 7)).toEqual({ city: 'Passau' });
  expect(findDraft(draft, 8)).toBeNull();
});
