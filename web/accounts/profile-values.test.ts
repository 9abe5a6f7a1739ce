import { describe, expect, it } from 'vitest';
import { checkProfile, needsCurrentPassword } from '#contract/forms.ts';
import type { User } from '../platform/visit.ts';
import { hasProfileChanged, profileOf, toUserEntries } from './profile-values.ts';

const user: User = {
  accessToken: 'token',
  id: 7,
  detailsId: null,
  firstName: 'Hanna',
  lastName: 'Lechner',
  email: 'hanna@example.org',
  pendingEmail: null,
  emailVerifiedAt: null,
  language: 'de',
  newsletterToken: 'token',
};
const saved = profileOf(user);

describe('the profile', () => {
  it('can be saved only when something has changed', () => {
    expect(hasProfileChanged(saved, saved)).toBe(false);
    expect(hasProfileChanged({ ...saved, first_name: ' Hanna ' }, saved)).toBe(false);
    expect(hasProfileChanged({ ...saved, first_name: 'Johanna' }, saved)).toBe(true);
    expect(hasProfileChanged({ ...saved, language: 'en' }, saved)).toBe(true);
    expect(hasProfileChanged({ ...saved, password_confirmation: 'x' }, saved)).toBe(true);
  });

  it('asks for the current password when e-mail or password change, and only then', () => {
    expect(needsCurrentPassword({ ...saved, last_name: 'L' }, saved)).toBe(false);
    const moved = { ...saved, email: 'neu@example.org' };
    expect(checkProfile(moved, saved, 'en')).toEqual({
      current_password: 'Please enter your current password',
    });
    expect(toUserEntries({ ...moved, current_password: 'das alte Wort' }, saved)).toEqual({
      first_name: 'Hanna',
      last_name: 'Lechner',
      email: 'neu@example.org',
      language: 'de',
      current_password: 'das alte Wort',
    });
  });

  it('can be saved with the e-mail in another case, without the current password', () => {
    const spelled = { ...saved, email: 'Hanna@example.org' };
    expect(hasProfileChanged(spelled, saved)).toBe(true);
    expect(checkProfile(spelled, saved, 'en')).toEqual({});
    expect(toUserEntries(spelled, saved)).toMatchObject({ email: 'Hanna@example.org' });
  });

  it('checks a new password like a first one, and leaves an empty one alone', () => {
    const typed = { ...saved, password: 'kurz', current_password: 'das alte Wort' };
    expect(Object.keys(checkProfile(typed, saved, 'de'))).toEqual([
      'password',
      'password_confirmation',
    ]);
    expect(checkProfile(saved, saved, 'de')).toEqual({});
    expect(toUserEntries(saved, saved)).not.toHaveProperty('password');
  });
});
