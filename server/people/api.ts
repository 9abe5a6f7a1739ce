import type { z } from 'zod';
import type { User } from '#contract/accounts.ts';
import { msgCodes } from '#contract/codes.ts';
import { responseTexts } from '#messages/responses.ts';
import { accountOf } from '../operations/caller.ts';
import { defineApi } from '../operations/define-api.ts';
import { Problem } from '../platform/problem.ts';
import type { SignedInUser } from './account.ts';
import { accountOperations } from './operations.ts';

/** Accounts (api.md, Accounts). */
export const accountApi = defineApi(accountOperations, {
  register: {
    operation: 'account:register',
    body: (user) => ({ user: toUserDto(user) }),
  },
  login: {
    operation: 'account:log-in',
    body: (user) => ({ data: toUserDto(user) }),
  },
  logout: { operation: 'account:log-out' },
  logoutEverywhere: { operation: 'account:log-out-everywhere' },
  listSessions: {
    operation: 'account:sessions',
    body: (sessions) => ({
      data: sessions.map(({ createdAt, lastUsedAt, isCurrent }) => ({
        created_at: createdAt,
        last_used_at: lastUsedAt,
        current: isCurrent,
      })),
    }),
  },
  getMe: { operation: 'account:read', body: (user) => ({ data: toUserDto(user) }) },
  updateUser: {
    operation: 'account:update',
    authorize({ params, caller }) {
      if (accountOf(caller) !== params.id) throw new Problem('forbidden');
    },
    body: (user) => ({ data: toUserDto(user) }),
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

/** A customer on the wire (api.md, Accounts). */
export const toUserDto = (user: SignedInUser): z.infer<typeof User> => ({
  access_token: user.accessToken,
  id: user.id,
  user_data: {
    master_data_id: user.detailsId,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    email_pending: user.pendingEmail,
    email_verified_at: user.emailVerifiedAt,
    language: user.language,
    newsletter_token: user.newsletterToken,
  },
});
