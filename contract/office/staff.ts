// People who work in the office (office.md 2).
import type { Language } from '../language.ts';

/** The roles of staff (office.md 2.1). */
export const roles = ['admin', 'office', 'editor', 'door'] as const;

/** A person has exactly one role (office.md 2.1). */
export type Role = (typeof roles)[number];

/** Administrators and the office. */
export const adminAndOffice = ['admin', 'office'] as const;
/** Everybody but editors. */
export const notEditor = ['admin', 'office', 'door'] as const;
/** Everybody who works at the desk. */
export const atDesk = ['admin', 'office', 'editor'] as const;
/** Those who edit the programme: administrators and editors. */
export const adminAndEditor = ['admin', 'editor'] as const;
/** Administrators only. */
export const admin = ['admin'] as const;

/** The signed-in person. */
export interface Staff {
  id: number;
  name: string;
  email: string;
  role: Role;
  /** The chosen language; null: that of the browser. */
  language: Language | null;
  /** An account of the demonstration, which cannot be changed (office.md 2.11). */
  isDemo: boolean;
}

/** The last part of the path of a person's page: the id, or that of the invitation. */
export const toStaffKey = ({
  id,
  invitationId,
}: {
  id: number | null;
  invitationId: number | null;
}): string => (id === null ? `invitation-${invitationId}` : String(id));
