import type { User } from '#contract/visit.ts';

/** A user without secrets: the access token, and the token that changes the newsletter's preferences. */
export interface PublicUser {
  id: number;
  user_data: Omit<User['user_data'], 'newsletter_token'>;
}

/** The user for a page's data, which scripts can read (decision 30). */
export function toPublicUser({ id, user_data }: User): PublicUser {
  const { newsletter_token: _secret, ...rest } = user_data;
  return { id, user_data: rest };
}
