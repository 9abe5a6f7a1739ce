import { afterEach, expect, vi } from 'vitest';

const printed = vi.spyOn(console, 'error');

afterEach(() => {
  const calls = printed.mock.calls.map((call) => call.map(String).join(' '));
  printed.mockClear();
  expect(calls, 'a test must not print errors').toEqual([]);
});
