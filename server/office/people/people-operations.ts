import { adminAndOffice } from '#contract/office/staff.ts';
import type { PeopleQueries } from '#contract/office/people-queries.ts';
import { readRowId } from '#contract/office/row-id.ts';
import { listThingEvents } from '../audit/list-thing-events.ts';
import { findPeople } from './find-people.ts';
import { findAccountAddress, getPerson } from './get-person.ts';
import { readPersonKey, toPersonKey } from './person-key.ts';
import { listPersonThings } from './person-things.ts';
import { Problem } from '../../platform/problem.ts';
import { correctPerson } from './correct-person.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { defineRead, type OperationsOf } from '../../operations/define.ts';

/** The operations of people (office.md 8.1). */
export const peopleOperations = {
  'person:export': exportPerson,
  'person:correct': correctPerson,
  'person:erase': erasePerson,
  'people:find': defineRead(adminAndOffice, ({ deps }, { q }) => findPeople(deps, q)),
  'people:get': defineRead(adminAndOffice, async ({ deps }, { key, account = '' }) => {
    const known = readPersonKey(deps.tokens, key);
    if (known === null) throw new Problem('not_found');
    const email = (await findAccountAddress(deps.pool, readRowId(account))) ?? known;
    return { key: toPersonKey(deps.tokens, email), ...(await getPerson(deps.pool, email)) };
  }),
  'people:events': defineRead(adminAndOffice, async (context, { key }) => {
    const { deps } = context;
    const email = readPersonKey(deps.tokens, key);
    if (email === null) throw new Problem('not_found');
    const things = await listPersonThings(deps.pool, deps.tokens, email);
    return listThingEvents(context, things);
  }),
} satisfies OperationsOf<PeopleQueries>;
