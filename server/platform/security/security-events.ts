import type { Logger } from '../log.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** Events that may be an attack, or announce one; the label of `festival_security_events_total`. */
export const securityEvents = {
  failed_login: 'Refused a login',
  lock_out: 'Refused further attempts until the rate limit allows them again',
  password_change: 'Changed the password of an account',
  email_change: 'Changed the e-mail address of an account',
  email_change_undone: 'Gave an account its old e-mail address back',
  network_limit: 'Refused tickets to a network that holds too many',
  foreign_origin: 'Refused a post from a page of another site',
  bad_signature: 'Refused a payment event with a wrong signature',
} as const;

export type SecurityEvent = keyof typeof securityEvents;

/** Account ids and hashes of the limiter, never an address or token. */
export type SecurityFields = Record<string, string | number>;

/** Counts a security event and logs it; without fields it is only counted. */
export type ReportSecurityEvent = (event: SecurityEvent, fields?: SecurityFields) => void;

/** An attack fills neither the log nor the disk: this many lines of one kind, the rest is only counted. */
const LOG_LINES = { perSecond: 1, burst: 100 };

/** Creates the function that reports security events to log and metrics. */
export function createSecurityEventReporter(
  log: Logger,
  count: (event: SecurityEvent) => void = () => undefined,
): ReportSecurityEvent {
  const lines = createTokenBuckets(LOG_LINES);
  return (event, fields) => {
    count(event);
    if (fields === undefined || lines.take(event) > 0) return;
    log.warn({ event, ...fields }, securityEvents[event]);
  };
}
