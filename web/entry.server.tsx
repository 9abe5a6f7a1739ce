import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router';
import { StylesContext, NonceContext, RequestIdContext } from './platform/document.tsx';
import { serverContext, shopContext } from './platform/visit.ts';
import { officeContext } from './office/platform/office-context.ts';
import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

// The server starts this build's own router with these, so that there is one copy of each.
export { createRequestHandler, RouterContextProvider } from 'react-router';
export { serverContext, shopContext, officeContext };

export const handleError: HandleErrorFunction = (error, { request, context }) =>
  logPageError(error, request, context.get(serverContext).onError);

/**
 * Renders a page whole, so that the server can hash its inline scripts, cache it and tag it. The page goes to `onHtml`
 * as text: writing it into the response's body and reading it again takes a tenth of the time.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  provider: RouterContextProvider,
): Promise<Response> {
  const { nonce, requestIdNote, styleOf, lookStyle, onHtml } = provider.get(serverContext);
  const page = (
    <NonceContext value={nonce}>
      <StylesContext value={stylesOf(routerContext, styleOf) + lookStyle}>
        <RequestIdContext value={requestIdNote}>
          <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
        </RequestIdContext>
      </StylesContext>
    </NonceContext>
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  onHtml((await renderWhole(page, nonce)).toString());
  return new Response(null, { status: statusOf(routerContext) ?? status, headers });
}

/**
 * The status of a thrown response, such as 404 for an unknown id; null without one. React Router would keep the 422 of
 * an action whose page then turns out not to exist (office.md 1, HTTP).
 */
function statusOf({ staticHandlerContext }: EntryContext): number | null {
  const errors = Object.values(staticHandlerContext.errors ?? {});
  return errors.find(isRouteErrorResponse)?.status ?? null;
}

/** The text of the stylesheets of the matched routes, each once, in their order. */
function stylesOf(
  { manifest, staticHandlerContext }: EntryContext,
  styleOf: (href: string) => string | undefined,
): string {
  const files = staticHandlerContext.matches.flatMap(
    ({ route }) => manifest.routes[route.id]?.css ?? [],
  );
  return [...new Set(files)].map((file) => styleOf(file) ?? '').join('');
}

/**
 * For `handleError`: passes on an error that no page expects, once. Not the failure of a request that
 * nobody waits for, nor an address or a method that React Router itself refuses.
 */
function logPageError(
  error: unknown,
  { signal }: Request,
  onError: (error: unknown) => void,
): void {
  const isRefused = isRouteErrorResponse(error) && error.status < 500;
  if (!signal.aborted && !isRefused) onError(error);
}

/** Renders a page whole, as bytes. Rejects when a component throws. */
function renderWhole(page: ReactNode, nonce: string | undefined): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks));
        done();
      },
    });
    const stream = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => stream.pipe(sink),
      onShellError: reject,
      onError: reject,
    });
  });
}
