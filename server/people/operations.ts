import { z } from 'zod';
import {
  ForgotPasswordBody,
  LoginBody,
  RegisterBody,
  ResetPasswordBody,
  UndoEmailChangeBody,
  UpdateUserBody,
} from '#contract/accounts.ts';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { toEmailKey } from '#contract/fields.ts';
import { peopleTexts } from '#messages/office/people.ts';
import { admin, adminAndOffice } from '#contract/office/staff.ts';
import { text } from '../operations/entries.ts';
import { getEmail, findPeople } from './find-people.ts';
import { getPersonThing, listPersonThings, listThingEvents } from '../audit/list-audit-events.ts';
import { erasePersonalData, hasPersonalData, exportPersonalData } from './personal-data.ts';
import {
  defineChange,
  SECRET_OUTPUT_SECONDS,
  defineRead,
  defineStep,
  type Context,
  type ShopContext,
} from '../operations/define.ts';
import { Problem, invalidField } from '../platform/problem.ts';
import { readRowId } from '#contract/office/forms.ts';
import { findAccountAddress, getPerson } from './get-person.ts';
import { readPersonKey, toPersonKey } from '../platform/security/signed-tokens.ts';
import { correctPerson } from './correct-person.ts';
import type { Customer } from '../operations/caller.ts';
import { register } from './create-account.ts';
import { undoEmailChange, verifyEmail } from './email-change.ts';
import { getUser, updateAccount } from './account.ts';
import { logIn } from './log-in.ts';
import { queueVerificationMail, requestPasswordReset } from './account-mails.ts';
import { resetPassword } from './reset-password.ts';
import { authenticate, endAllSessions, endSession, listSessions, type Bearer } from './sessions.ts';

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

const nothing = z.object({});

/** The operations of accounts and sessions (api.md, Accounts). */
export const accountOperations = {
  'account:register': defineStep({
    may: 'anyone',
    input: RegisterBody.transform((body) => ({
      firstName: body.first_name,
      lastName: body.last_name,
      email: body.email_address,
      password: body.password,
    })),
    run: ({ deps, caller }, account) =>
      register(deps, { ...account, language: caller.language }, caller),
  }),
  'account:log-in': defineStep({
    may: 'anyone',
    input: LoginBody.transform((body) => ({ email: body.email_address, password: body.password })),
    run: ({ deps, caller }, input) =>
      logIn(deps, { ...input, address: caller.address, replacedToken: caller.replacedToken }),
  }),
  'account:log-out': defineStep({
    may: 'anyone',
    input: nothing,
    async run({ deps, caller }) {
      const { token } = await bearerOf({ deps, caller });
      await endSession(deps.pool, token, caller.cartSession);
    },
  }),
  'account:log-out-everywhere': defineStep({
    may: 'anyone',
    input: nothing,
    async run({ deps, caller }) {
      await endAllSessions(deps.pool, await bearerOf({ deps, caller }), caller.cartSession);
    },
  }),
  'account:sessions': defineRead('customer', ({ deps, caller }) => listSessions(deps.pool, caller)),
  'account:read': defineRead('customer', (context) => read(context)),
  'account:update': defineStep({
    may: 'customer',
    input: UpdateUserBody.transform((body) => ({
      firstName: body.first_name,
      lastName: body.last_name,
      email: body.email,
      password: body.password,
      language: body.language,
      currentPassword: body.current_password,
    })),
    async run({ deps, caller }, changes) {
      const reported = await updateAccount(deps.pool, caller, changes);
      for (const event of reported) deps.report(event, { accountId: caller.accountId });
      return await read({ deps, caller });
    },
  }),
  'account:resend-verification': defineStep({
    may: 'customer',
    input: nothing,
    run: ({ deps, caller }) => queueVerificationMail(deps.pool, caller.accountId),
  }),
  'account:forgot-password': defineStep({
    may: 'anyone',
    input: ForgotPasswordBody.transform((body) => ({ email: body.email_address })),
    run: ({ deps, caller }, { email }) => requestPasswordReset(deps.pool, email, caller.language),
  }),
  'account:reset-password': defineStep({
    may: 'anyone',
    input: ResetPasswordBody.transform((body) => ({
      token: body.token,
      email: body.email_address,
      password: body.password,
    })),
    async run({ deps, caller }, input) {
      const accountId = await resetPassword(deps.pool, { ...input, address: caller.address });
      deps.report('password_change', { accountId });
    },
  }),
  'account:undo-email-change': defineStep({
    may: 'anyone',
    input: UndoEmailChangeBody,
    async run({ deps }, { token }) {
      const accountId = await undoEmailChange(deps.pool, deps.tokens, token);
      deps.report('email_change_undone', { accountId });
    },
  }),
  'account:verify-email': defineStep({
    may: 'anyone',
    input: z.object({ id: z.string(), token: z.string() }),
    run: async ({ deps }, { id, token }) =>
      toBerlinIso(await verifyEmail(deps.pool, { accountId: id, token })),
  }),
};

const read = ({ deps: { pool, tokens }, caller }: Context<'customer'>) =>
  getUser(pool, caller.accountId, caller.token, tokens);

/** The customer who logs out; the edge leaves it to us, so that a second logout is repeated. 401 and 419. */
async function bearerOf({ deps, caller }: ShopContext): Promise<Bearer | Customer> {
  if (caller.kind === 'customer') return caller;
  if (caller.token === null) throw new Problem('unauthorized');
  return await authenticate(deps.pool, caller.token);
}
