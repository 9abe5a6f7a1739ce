import type { ArchiveReason } from '#contract/office/today-queries.ts';

/** A failure in words of ours or of the system; `hasFacts`: they name a file, a folder or a size, too. */
interface KnownReason {
  reason: ArchiveReason;
  words: RegExp;
  hasFacts: boolean;
}

/** The words of server/backup/archive and of the system. */
const knownReasons: readonly KnownReason[] = [
  { reason: 'full', words: /lacks \d+ MB/, hasFacts: true },
  { reason: 'full', words: /no space left|quota exceeded|wrote only/i, hasFacts: false },
  { reason: 'missing', words: /missing or empty/, hasFacts: false },
  { reason: 'silent', words: /does not respond/, hasFacts: false },
  {
    reason: 'not-writable',
    words: /not writable|permission denied|operation not permitted|read-only/i,
    hasFacts: false,
  },
  { reason: 'other-shop', words: /another copy of this shop|another shop/, hasFacts: false },
  { reason: 'gap', words: /has a gap/, hasFacts: true },
  { reason: 'no-base-backup', words: /no complete base backup/, hasFacts: false },
  { reason: 'damaged', words: /cannot be read|damaged|is not complete/, hasFacts: true },
  { reason: 'differs', words: /differ from the shop/, hasFacts: true },
  { reason: 'not-archived', words: /the archive does not work/, hasFacts: false },
  { reason: 'busy', words: /too busy for a comparison/, hasFacts: false },
  { reason: 'killed', words: /^The verification ended with /, hasFacts: true },
];

/**
 * Why the archive fails: a reason that the page knows in both languages, and the server's words where they say more.
 * Both are '' without a failure.
 */
export function findArchiveReason(failure: string | null): {
  reason: ArchiveReason | '';
  words: string;
} {
  if (failure === null) return { reason: '', words: '' };
  const known = knownReasons.find(({ words }) => words.test(failure));
  if (known === undefined) return { reason: 'words', words: failure };
  return { reason: known.reason, words: known.hasFacts ? failure : '' };
}
