import { expect, test } from 'vitest';
import { performersOf } from './structured-data.ts';

const musician = (name: string, instrument: string) => ({
  full_name: name,
  instrument: { description_english: instrument },
});

test('soloists are persons, ensembles are groups, each is named once', () => {
  const musicians = [
    musician('Agnes Rákosfalvi', 'piano'),
    musician('Agnes Rákosfalvi', 'piano'),
    musician('Erstes Quartett der Akademie', 'string quartet'),
    musician('Kammerchor', 'vocal ensemble'),
  ];
  expect(performersOf(musicians)).toEqual([
    { '@type': 'Person', name: 'Agnes Rákosfalvi' },
    { '@type': 'PerformingGroup', name: 'Erstes Quartett der Akademie' },
    { '@type': 'PerformingGroup', name: 'Kammerchor' },
  ]);
});
