import { expect, it } from 'vitest';
import { holdPhase, untilNextPhase } from './hold-note.tsx';

const end = '2025-08-01T20:45:00+02:00';
const at = (time: string) => Date.parse(`2025-08-01T${time}+02:00`);

it('announces the end two minutes before it, and reports it when it has come', () => {
  expect(holdPhase(end, at('20:42:59'))).toBe('running');
  expect(holdPhase(end, at('20:43:00'))).toBe('ending');
  expect(holdPhase(end, at('20:44:59'))).toBe('ending');
  expect(holdPhase(end, at('20:45:00'))).toBe('ended');
  expect(holdPhase(null, at('20:45:00'))).toBe('none');
});

it('waits until the next change', () => {
  expect(untilNextPhase(end, at('20:40:00'))).toBe(180_000);
  expect(untilNextPhase(end, at('20:44:00'))).toBe(60_000);
  expect(untilNextPhase(end, at('20:46:00'))).toBeNull();
});
