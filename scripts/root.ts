import path from 'node:path';

/** The folder of package.json. */
export const root: string = path.join(import.meta.dirname, '..');
