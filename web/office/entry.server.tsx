import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router';
import { logPageError } from '../platform/log-page-error.server.ts';
import { NonceContext } from '../platform/nonce.ts';
import { RequestIdContext } from '../platform/request-id-context.ts';
import { renderWhole } from '../platform/render-whole.server.ts';
import { nonceContext, officeContext } from './platform/office-context.ts';

// The server starts this build's own router with these, so that there is one copy of each.
export { createRequestHandler, RouterContextProvider } from 'react-router';
export { nonceContext, officeContext };

export const handleError: HandleErrorFunction = (error, { request, context }) =>
  logPageError(error, request, (unexpected) => context.get(officeContext).onError(unexpected));

/** Renders the whole page before it responds, so that an error can still change the status. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  provider: RouterContextProvider,
): Promise<Response> {
  const nonce = provider.get(nonceContext);
  const page = (
    <NonceContext value={nonce}>
      <RequestIdContext value={provider.get(officeContext).requestIdNote}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </RequestIdContext>
    </NonceContext>
  );
  const body = await renderWhole(page, nonce);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(body as Buffer<ArrayBuffer>, {
    status: statusOf(routerContext) ?? status,
    headers,
  });
}

/**
 * The status of a thrown response, such as 404 for an unknown id; null without one. React Router would keep the 422 of
 * an action whose page then turns out not to exist (office.md 1, HTTP).
 */
function statusOf({ staticHandlerContext }: EntryContext): number | null {
  const errors = Object.values(staticHandlerContext.errors ?? {});
  return errors.find(isRouteErrorResponse)?.status ?? null;
}
