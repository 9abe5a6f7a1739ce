// What the screens of the audit log (office.md 11) read.

/** The queries of this feature. */
export type AuditQueries = {};
