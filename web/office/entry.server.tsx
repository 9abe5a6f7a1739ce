import { prerenderToNodeStream } from 'react-dom/static';
import { text } from 'node:stream/consumers';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { NonceContext } from '../platform/nonce.ts';
import { nonceContext, officeContext } from './platform/office-context.ts';

// The server starts this build's own router with these, so that there is one copy of each.
export { createRequestHandler, RouterContextProvider } from 'react-router';
export { nonceContext, officeContext };

/** Renders a page whole. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  provider: RouterContextProvider,
): Promise<Response> {
  const nonce = provider.get(nonceContext);
  const { prelude } = await prerenderToNodeStream(
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceContext>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(await text(prelude), { status, headers });
}
