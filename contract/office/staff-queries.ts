// Data for the screens of staff, account and signing in (office.md 2).
import type { Language } from '../language.ts';
import type { Role } from './staff.ts';

/** A person of the list of staff, or somebody invited who has no account yet. */
export interface StaffDto {
  /** null: invited only. */
  id: number | null;
  /** Invitation of somebody who has no account yet; otherwise null. */
  invitationId: number | null;
  name: string;
  email: string;
  role: Role;
  state: 'invited' | 'active' | 'disabled';
  /** ISO 8601; null: never. */
  lastSignedInAt: string | null;
  passkeys: number;
  hasPassword: boolean;
  isDemo: boolean;
  language: Language | null;
}

/** The last part of the path of a person's page: the id, or that of the invitation. */
export const toStaffKey = ({ id, invitationId }: Pick<StaffDto, 'id' | 'invitationId'>): string =>
  id === null ? `invitation-${invitationId}` : String(id);

/** A QR code as the path of an SVG with a viewBox of `size`. */
export interface QrCode {
  size: number;
  path: string;
}

/** A one-time key that is being set up. */
export interface NewKey {
  /** Base32 in groups of four. */
  key: string;
  /** `otpauth:` */
  uri: string;
  qr: QrCode;
}

/** Options of WebAuthn, in the format of the browser's library. */
export type PasskeyOptions = object;

export interface OwnAccount {
  name: string;
  email: string;
  role: Role;
  language: Language | null;
  isDemo: boolean;
  wantsAlarms: boolean;
  hasPassword: boolean;
  hasOneTimeKey: boolean;
  recoveryCodesLeft: number;
  passkeys: { id: number; name: string; createdAt: string; usedAt: string | null }[];
  sessions: { id: number; browser: string; since: string; seen: string; isCurrent: boolean }[];
  /** null when a step-up is due. */
  newKey: NewKey | null;
  passkeySetup: PasskeyOptions;
}

/** The page of a valid invitation. */
export interface InvitationPage {
  email: string;
  name: string;
  language: Language;
  newKey: NewKey;
  passkeySetup: PasskeyOptions;
}

/** The queries of this feature. */
export type StaffQueries = {
  'staff:list': { input: object; output: StaffDto[] };
  'staff:one': { input: { key: string }; output: StaffDto };
  'staff:account': { input: object; output: OwnAccount };
  'staff:new-codes': { input: object; output: string[] | null };
  'staff:invitation': { input: { token: string }; output: InvitationPage };
  'staff:sign-in-page': {
    input: object;
    output: { hasStaff: boolean; passkeyRequest: PasskeyOptions };
  };
  'staff:confirm-page': { input: object; output: { passkeyRequest: PasskeyOptions } };
};
