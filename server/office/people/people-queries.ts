import type { PeopleQueries } from '#contract/office/people-queries.ts';
import type { QueryTable } from '../query.ts';
import { listThingEvents } from '../audit/list-thing-events.ts';
import { unknownThing } from '../office-problem.ts';
import { findPeople } from './find-people.ts';
import { getPerson } from './get-person.ts';
import { readPersonKey } from './person-key.ts';
import { listPersonThings } from './person-things.ts';

/** Data for the screens of people (office.md 8.1). */
export const peopleQueries: QueryTable<PeopleQueries> = {
  'people:find': ({ deps }, { q }) => findPeople(deps, q),
  'people:get'({ deps }, { key }) {
    const email = readPersonKey(deps.tokens, key);
    if (email === null) throw unknownThing();
    return getPerson(deps.pool, email);
  },
  async 'people:events'(context, { key }) {
    const { deps } = context;
    const email = readPersonKey(deps.tokens, key);
    if (email === null) throw unknownThing();
    const things = await listPersonThings(deps.pool, deps.tokens, email);
    return listThingEvents(context, things);
  },
};
