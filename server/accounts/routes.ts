import type { Pool } from 'pg';
import { toBerlinIso } from '#contract/berlin-time.ts';
import { msgCodes } from '#contract/codes.ts';
import { responseTexts } from '#messages/responses.ts';
import { bearerOf } from '../platform/http/call.ts';
import type { Mount } from '../platform/http/mount.ts';
import { Problem } from '../platform/problem.ts';
import type { ReportSecurityEvent } from '../platform/security/security-events.ts';
import type { SignedTokens } from '../platform/security/signed-tokens.ts';
import { undoEmailChange, verifyEmail } from './email-change.ts';
import { getUser } from './get-user.ts';
import { logIn } from './log-in.ts';
import { queueVerificationMail } from './queue-verification-mail.ts';
import { register } from './create-account.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';
import { endAllSessions, endSession, listSessions } from './sessions.ts';
import { updateAccount } from './update-account.ts';

/** The dependencies of the account endpoints. */
export interface AccountDeps {
  pool: Pool;
  tokens: SignedTokens;
  report: ReportSecurityEvent;
}

/** Accounts (api.md, Accounts). */
export function mountAccounts(mount: Mount, deps: AccountDeps): void {
  mountSessions(mount, deps);
  mountOwnSessions(mount, deps);
  mountOwnAccount(mount, deps);
  mountLinks(mount, deps);
}

function mountSessions(mount: Mount, deps: AccountDeps): void {
  const { pool, tokens } = deps;
  mount('register', async ({ body, language, address, replacedToken }) => {
    const account = {
      firstName: body.first_name,
      lastName: body.last_name,
      email: body.email_address,
      password: body.password,
      language,
    };
    return { user: await register(pool, tokens, account, { address, replacedToken }) };
  });
  mount('login', async ({ body, address, replacedToken }) => {
    const { email_address: email, password } = body;
    return { data: await logIn(deps, { email, password, address, replacedToken }) };
  });
  mount('logout', async (call) => {
    await endSession(pool, bearerOf(call).token, call.cookieSession);
    return undefined;
  });
}

function mountOwnSessions(mount: Mount, { pool }: AccountDeps): void {
  mount('listSessions', async (call) => ({ data: await listSessions(pool, bearerOf(call)) }));
  mount('logoutEverywhere', async (call) => {
    await endAllSessions(pool, bearerOf(call), call.cookieSession);
    return undefined;
  });
}

function mountOwnAccount(mount: Mount, { pool, tokens, report }: AccountDeps): void {
  mount('getMe', async (call) => {
    const { accountId, token } = bearerOf(call);
    return { data: await getUser(pool, accountId, token, tokens) };
  });
  mount(
    'updateUser',
    async (call) => {
      const { body } = call;
      const bearer = bearerOf(call);
      const changes = await updateAccount(
        pool,
        { ...bearer, address: call.address },
        {
          firstName: body.first_name,
          lastName: body.last_name,
          email: body.email,
          password: body.password,
          language: body.language,
          currentPassword: body.current_password,
        },
      );
      for (const change of changes) report(change, { accountId: bearer.accountId });
      return { data: await getUser(pool, bearer.accountId, bearer.token, tokens) };
    },
    (call) => {
      if (bearerOf(call).accountId !== call.params.id) throw new Problem('forbidden');
    },
  );
  mount('resendVerification', async (call) => {
    await queueVerificationMail(pool, bearerOf(call).accountId);
    return { message: responseTexts.verificationSent[call.language] };
  });
}

function mountLinks(mount: Mount, { pool, tokens, report }: AccountDeps): void {
  mount('forgotPassword', async ({ body, language }) => {
    await requestPasswordReset(pool, body.email_address, language);
    return { message: responseTexts.resetRequested[language] };
  });
  mount('resetPassword', async ({ body, language, address }) => {
    const accountId = await resetPassword(pool, {
      token: body.token,
      email: body.email_address,
      password: body.password,
      address,
    });
    report('password_change', { accountId });
    return { msgCode: msgCodes.passwordReset, message: responseTexts.passwordReset[language] };
  });
  mount('undoEmailChange', async ({ body, language }) => {
    const accountId = await undoEmailChange(pool, tokens, body.token);
    report('email_change_undone', { accountId });
    return { message: responseTexts.emailChangeUndone[language] };
  });
  mount('verifyEmail', async ({ params }) => {
    const verifiedAt = await verifyEmail(pool, { accountId: params.id, token: params.token });
    return { data: { email_verified_at: toBerlinIso(verifiedAt) } };
  });
}
