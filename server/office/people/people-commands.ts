import { correctPerson } from './correct-person.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';

/** The commands of people (office.md 8.1). */
export const peopleCommands = {
  'person:export': exportPerson,
  'person:correct': correctPerson,
  'person:erase': erasePerson,
};
