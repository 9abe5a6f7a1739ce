import type { Customer } from '../operations/caller.ts';
import { defineShopRead, defineStep, type ShopContext } from '../operations/define.ts';
import { Problem } from '../platform/problem.ts';
import { register, type CreateAccountInput } from './create-account.ts';
import { undoEmailChange, verifyEmail } from './email-change.ts';
import { getUser, updateAccount, type UpdateAccountInput } from './user.ts';
import { logIn } from './log-in.ts';
import { queueVerificationMail, requestPasswordReset } from './account-mails.ts';
import { resetPassword, type ResetPasswordInput } from './reset-password.ts';
import { authenticate, endAllSessions, endSession, listSessions, type Bearer } from './sessions.ts';

/** The operations of accounts and sessions (api.md, Accounts). */
export const accountOperations = {
  'account:register': defineStep(
    'anyone',
    ({ deps: { pool, tokens }, caller }, account: Omit<CreateAccountInput, 'language'>) =>
      register(pool, tokens, { ...account, language: caller.language }, caller),
  ),
  'account:log-in': defineStep(
    'anyone',
    ({ deps, caller }, input: { email: string; password: string }) =>
      logIn(deps, { ...input, address: caller.address, replacedToken: caller.replacedToken }),
  ),
  'account:log-out': defineStep('anyone', async ({ deps, caller }) => {
    const { token } = await bearerOf({ deps, caller });
    await endSession(deps.pool, token, caller.cartSession);
  }),
  'account:log-out-everywhere': defineStep('anyone', async ({ deps, caller }) => {
    await endAllSessions(deps.pool, await bearerOf({ deps, caller }), caller.cartSession);
  }),
  'account:sessions': defineShopRead('customer', ({ deps, caller }) =>
    listSessions(deps.pool, caller),
  ),
  'account:read': defineShopRead('customer', (context) => read(context)),
  'account:update': defineStep(
    'customer',
    async ({ deps, caller }, changes: UpdateAccountInput) => {
      const reported = await updateAccount(deps.pool, caller, changes);
      for (const event of reported) deps.report(event, { accountId: caller.accountId });
      return await read({ deps, caller });
    },
  ),
  'account:resend-verification': defineStep('customer', ({ deps, caller }) =>
    queueVerificationMail(deps.pool, caller.accountId),
  ),
  'account:forgot-password': defineStep(
    'anyone',
    ({ deps, caller }, { email }: { email: string }) =>
      requestPasswordReset(deps.pool, email, caller.language),
  ),
  'account:reset-password': defineStep(
    'anyone',
    async ({ deps, caller }, input: Omit<ResetPasswordInput, 'address'>) => {
      const accountId = await resetPassword(deps.pool, { ...input, address: caller.address });
      deps.report('password_change', { accountId });
    },
  ),
  'account:undo-email-change': defineStep(
    'anyone',
    async ({ deps }, { token }: { token: string }) => {
      const accountId = await undoEmailChange(deps.pool, deps.tokens, token);
      deps.report('email_change_undone', { accountId });
    },
  ),
  'account:verify-email': defineStep(
    'anyone',
    ({ deps }, link: { accountId: string; token: string }) => verifyEmail(deps.pool, link),
  ),
};

const read = ({ deps: { pool, tokens }, caller }: ShopContext<'customer'>) =>
  getUser(pool, caller.accountId, caller.token, tokens);

/** The customer who logs out; the edge leaves it to us, so that a second logout is repeated. 401 and 419. */
async function bearerOf({ deps, caller }: ShopContext): Promise<Bearer | Customer> {
  if (caller.kind === 'customer') return caller;
  if (caller.token === null) throw new Problem('unauthorized');
  return await authenticate(deps.pool, caller.token);
}
