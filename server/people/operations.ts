import { z } from 'zod';
import { toEmailKey } from '#contract/fields.ts';
import { peopleTexts } from '#messages/office/people.ts';
import { admin, adminAndOffice } from '#contract/office/staff.ts';
import { text } from '../operations/entries.ts';
import { getEmail, findPeople } from './find-people.ts';
import { getPersonThing, listPersonThings, listThingEvents } from '../audit/list-audit-events.ts';
import { erasePersonalData, hasPersonalData, exportPersonalData } from './personal-data.ts';
import { defineChange, SECRET_OUTPUT_SECONDS, defineRead } from '../operations/define.ts';
import { Problem, invalidField } from '../platform/problem.ts';
import { readRowId } from '#contract/office/forms.ts';
import { findAccountAddress, getPerson } from './get-person.ts';
import { readPersonKey, toPersonKey } from '../platform/security/signed-tokens.ts';
import { correctPerson } from './correct-person.ts';

/**
 * Erases a person (Art. 17 GDPR), as `person erase` does, after the e-mail address was typed. 404 for an address that
 * nobody has: a mistyped one must not pass for an erased one.
 */
const erasePerson = defineChange({
  may: admin,
  confirms: true,
  input: z.object({
    key: z.string().default(''),
    email: z.string().default(''),
    confirm: text(254),
  }),
  async run({ deps, client }, input) {
    const email = getEmail(deps, input);
    if (toEmailKey(input.confirm) !== toEmailKey(email))
      throw invalidField('confirm', peopleTexts.noMatch);
    if (!(await hasPersonalData(client, email))) {
      throw new Problem('not_found', { message: peopleTexts.nobody });
    }
    const thing = await getPersonThing(client, deps.tokens, email);
    const { done, isChanged } = await erasePersonalData(client, email);
    // somebody else may have erased the same person in the meantime
    return { output: { done }, audit: isChanged ? { thing } : [] };
  },
});

/** Exports all data of a person (Art. 15 GDPR), as `person export` does. */
const exportPerson = defineChange({
  may: adminAndOffice,
  confirms: true,
  // the data itself would be stored again
  secretSeconds: SECRET_OUTPUT_SECONDS,
  input: z.object({ key: z.string().default(''), email: z.string().default('') }),
  async run({ deps, client }, input) {
    const email = getEmail(deps, input);
    return {
      output: await exportPersonalData(deps.pool, email),
      audit: { thing: await getPersonThing(client, deps.tokens, email) },
    };
  },
});

/** The person of a page. */
interface PersonInput {
  key: string;
  /** The person's account, whose address may be another one than that of the key by now. */
  account?: string;
}

/** The operations of people (office.md 8.1). */
export const peopleOperations = {
  'person:export': exportPerson,
  'person:correct': correctPerson,
  'person:erase': erasePerson,
  'people:find': defineRead(adminAndOffice, ({ deps }, { q }: { q: string }) =>
    findPeople(deps, q),
  ),
  'people:get': defineRead(adminAndOffice, async ({ deps }, { key, account = '' }: PersonInput) => {
    const known = readPersonKey(deps.tokens, key);
    if (known === null) throw new Problem('not_found');
    const email = (await findAccountAddress(deps.pool, readRowId(account))) ?? known;
    return { key: toPersonKey(deps.tokens, email), ...(await getPerson(deps.pool, email)) };
  }),
  'people:events': defineRead(adminAndOffice, async (context, { key }: { key: string }) => {
    const { deps } = context;
    const email = readPersonKey(deps.tokens, key);
    if (email === null) throw new Problem('not_found');
    const things = await listPersonThings(deps.pool, deps.tokens, email);
    return listThingEvents(context, things);
  }),
};
