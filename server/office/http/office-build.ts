import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Office } from '#contract/office/office.ts';
import { StartError } from '../../platform/errors.ts';

/** The office's own React Router app, built by `npm run build` (decision 31). */
export interface OfficePages {
  /** Renders a page, or runs its action. */
  render: (request: Request, office: Office, nonce: string) => Promise<Response>;
}

/** The exports of web/office/entry.server.tsx that the server uses. */
interface EntryModule {
  createRequestHandler: (
    build: unknown,
    mode: string,
  ) => (request: Request, context: unknown) => Promise<Response>;
  RouterContextProvider: new () => { set(context: unknown, value: unknown): void };
  officeContext: unknown;
  nonceContext: unknown;
}

export interface OfficeServerBuild {
  entry: { module: EntryModule };
}

/** Where `npm run build` puts the office. */
export const officeBuildFolder = path.join(import.meta.dirname, '../../../build/office');

/** Loads the office that `npm run build` made. */
export async function loadOfficePages(): Promise<OfficePages> {
  const file = path.join(officeBuildFolder, 'server/index.js');
  if (!existsSync(file)) {
    throw new StartError('The office is not built yet; run "npm run build" first.');
  }
  const build = (await import(pathToFileURL(file).href)) as OfficeServerBuild;
  return createOfficePages(build, 'production');
}

/** Creates the pages of the office from their build; in development from Vite. */
export function createOfficePages(
  build: OfficeServerBuild,
  mode: 'production' | 'development',
): OfficePages {
  const { createRequestHandler, RouterContextProvider, officeContext, nonceContext } =
    build.entry.module;
  const handle = createRequestHandler(build, mode);
  return {
    render(request, office, nonce) {
      const provider = new RouterContextProvider();
      provider.set(officeContext, office);
      provider.set(nonceContext, nonce);
      return handle(request, provider);
    },
  };
}
