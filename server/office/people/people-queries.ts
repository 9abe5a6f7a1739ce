import type { PeopleQueries } from '#contract/office/people-queries.ts';
import { readRowId } from '#contract/office/row-id.ts';
import type { QueryTable } from '../query.ts';
import { listThingEvents } from '../audit/list-thing-events.ts';
import { findPeople } from './find-people.ts';
import { findAccountAddress, getPerson } from './get-person.ts';
import { readPersonKey, toPersonKey } from './person-key.ts';
import { listPersonThings } from './person-things.ts';
import { Problem } from '../../platform/problem.ts';

/** Data for the screens of people (office.md 8.1). */
export const peopleQueries: QueryTable<PeopleQueries> = {
  'people:find': ({ deps }, { q }) => findPeople(deps, q),
  async 'people:get'({ deps }, { key, account = '' }) {
    const known = readPersonKey(deps.tokens, key);
    if (known === null) throw new Problem('not_found');
    const email = (await findAccountAddress(deps.pool, readRowId(account))) ?? known;
    return { key: toPersonKey(deps.tokens, email), ...(await getPerson(deps.pool, email)) };
  },
  async 'people:events'(context, { key }) {
    const { deps } = context;
    const email = readPersonKey(deps.tokens, key);
    if (email === null) throw new Problem('not_found');
    const things = await listPersonThings(deps.pool, deps.tokens, email);
    return listThingEvents(context, things);
  },
};
