import type { HeaderHandle } from '../layout/header-look.ts';

/** On an account screen the header stands on the season's sky. */
export const handle: HeaderHandle = { header: () => ['on-sky'] };
