// Calls of accounts, contact and newsletter (api.md); endpoints.ts joins them with the others.
import { z } from 'zod';
import * as accounts from './accounts.ts';
import type { Endpoint, EndpointName } from './paths.ts';
import { entityId } from './fields.ts';

/** Endpoints of accounts and sessions (api.md, Accounts). */
export const accountEndpoints = {
  register: {
    summary: 'Create an account',
    body: accounts.RegisterBody,
    status: 201,
    response: accounts.UserResponse,
    problems: ['invalid', 'email_taken', 'too_many'],
  },
  login: {
    summary: 'Log in',
    body: accounts.LoginBody,
    response: accounts.UserDataResponse,
    problems: ['invalid', 'invalid_credentials', 'too_many'],
  },
  logout: {
    summary: 'End this session',
    status: 204,
    bearer: 'required',
    problems: ['unauthorized', 'session_expired'],
  },
  getMe: {
    summary: 'Who is signed in',
    response: accounts.UserDataResponse,
    bearer: 'required',
    problems: ['unauthorized', 'session_expired'],
  },
  logoutEverywhere: {
    summary: 'End all sessions of the customer, this one included',
    status: 204,
    bearer: 'required',
    problems: ['unauthorized', 'session_expired'],
  },
  listSessions: {
    summary: "The customer's sessions, last used first",
    response: accounts.SessionsResponse,
    bearer: 'required',
    problems: ['unauthorized', 'session_expired'],
  },
  updateUser: {
    summary: 'Change own name, e-mail, password or language',
    params: z.object({ id: entityId() }),
    body: accounts.UpdateUserBody,
    response: accounts.UserDataResponse,
    bearer: 'required',
    problems: [
      'invalid',
      'unauthorized',
      'session_expired',
      'forbidden',
      'not_found',
      'email_taken',
      'too_many',
    ],
  },
  forgotPassword: {
    summary: 'Ask for a link to reset the password',
    body: accounts.ForgotPasswordBody,
    response: accounts.MessageResponse,
    problems: ['invalid', 'too_many'],
  },
  resetPassword: {
    summary: 'Set a new password with the token from the mail',
    body: accounts.ResetPasswordBody,
    response: accounts.ResetResponse,
    problems: ['invalid', 'reset_failed', 'too_many'],
  },
  resendVerification: {
    summary: 'Send the verification mail again',
    changes: true,
    response: accounts.MessageResponse,
    bearer: 'required',
    problems: ['unauthorized', 'session_expired', 'too_many'],
  },
  undoEmailChange: {
    summary: 'Undo a change of the e-mail address by the link mailed to the old one',
    body: accounts.UndoEmailChangeBody,
    response: accounts.MessageResponse,
    problems: ['invalid', 'undo_failed', 'email_taken'],
  },
  verifyEmail: {
    summary: 'Verify an e-mail address by the signed link',
    changes: true,
    params: z.object({ id: z.string(), token: z.string() }),
    response: accounts.VerifiedResponse,
    problems: ['verification_failed'],
  },

  sendContactMessage: {
    summary: 'A message to the association',
    body: accounts.ContactBody,
    response: accounts.MessageResponse,
    problems: ['invalid', 'too_many'],
  },
  getNewsletterPreferences: {
    summary: "A subscriber's preferences",
    params: accounts.TokenParams,
    response: accounts.NewsletterPreferences,
    redirects: 'A browser that accepts HTML gets the page with one button',
    problems: ['not_found'],
  },
  saveNewsletterPreferences: {
    summary: "Save a subscriber's preferences",
    params: accounts.TokenParams,
    body: accounts.SaveNewsletterBody,
    response: accounts.SavedNewsletterResponse,
    problems: ['invalid', 'not_found'],
  },
  unsubscribeNewsletter: {
    summary: 'Switch the e-mails off with one click of the mail program (RFC 8058)',
    params: accounts.TokenParams,
    body: accounts.UnsubscribeBody,
    response: accounts.MessageResponse,
    problems: ['invalid', 'not_found'],
  },
  signUpForNewsletter: {
    summary: 'Ask for the newsletter (double opt-in)',
    body: accounts.NewsletterSignUpBody,
    response: accounts.MessageResponse,
    problems: ['invalid', 'too_many'],
  },
  findTickets: {
    summary: "Mail the links of somebody's orders to their address",
    body: accounts.FindTicketsBody,
    response: accounts.MessageResponse,
    problems: ['invalid', 'too_many'],
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>;
