import { msgCodes } from '#contract/codes.ts';
import { responseTexts } from '#messages/responses.ts';
import { accountOf } from '../operations/caller.ts';
import { defineApi } from '../operations/define-api.ts';
import { Problem } from '../platform/problem.ts';
import { accountOperations } from './operations.ts';

/** Accounts (api.md, Accounts). */
export const accountApi = defineApi(accountOperations, {
  register: {
    operation: 'account:register',
    body: (user) => ({ user }),
  },
  login: {
    operation: 'account:log-in',
    body: (data) => ({ data }),
  },
  logout: { operation: 'account:log-out' },
  logoutEverywhere: { operation: 'account:log-out-everywhere' },
  listSessions: { operation: 'account:sessions', body: (data) => ({ data }) },
  getMe: { operation: 'account:read', body: (data) => ({ data }) },
  updateUser: {
    operation: 'account:update',
    authorize({ params, caller }) {
      if (accountOf(caller) !== params.id) throw new Problem('forbidden');
    },
    body: (data) => ({ data }),
  },
  resendVerification: {
    operation: 'account:resend-verification',
    body: (_, { caller }) => ({ message: responseTexts.verificationSent[caller.language] }),
  },
  forgotPassword: {
    operation: 'account:forgot-password',
    body: (_, { caller }) => ({ message: responseTexts.resetRequested[caller.language] }),
  },
  resetPassword: {
    operation: 'account:reset-password',
    body: (_, { caller }) => ({
      msgCode: msgCodes.passwordReset,
      message: responseTexts.passwordReset[caller.language],
    }),
  },
  undoEmailChange: {
    operation: 'account:undo-email-change',
    body: (_, { caller }) => ({ message: responseTexts.emailChangeUndone[caller.language] }),
  },
  verifyEmail: {
    operation: 'account:verify-email',
    body: (email_verified_at) => ({ data: { email_verified_at } }),
  },
});
