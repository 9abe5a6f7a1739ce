import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { isPublicPath } from './platform/localized-path.ts';
import { orderDocument, type ScriptsCome } from './platform/order-document.ts';
import { serverContext } from './platform/server-context.ts';
import { shopContext } from './platform/shop-context.ts';

// The server starts this build's own router with these, so that there is one copy of each.
export { createRequestHandler, RouterContextProvider } from 'react-router';
export { serverContext, shopContext };

/**
 * Renders a page whole, so that the server can hash its inline scripts, cache it and tag it. The page itself is
 * handed over as text: to write it into a body and to read it again took a tenth of the time.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  provider: RouterContextProvider,
): Promise<Response> {
  const { nonce, styleOf, onHtml } = provider.get(serverContext);
  const page = (
    <ServerRouter
      context={routerContext}
      url={request.url}
      {...(nonce === undefined ? {} : { nonce })}
    />
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const scripts = import.meta.env.PROD ? whenScriptsCome(new URL(request.url).pathname) : 'now';
  onHtml(orderDocument(await renderWhole(page, nonce), scripts, styleOf));
  return new Response(null, { status, headers });
}

/** Pages of the cart and the account are nothing without them. */
function whenScriptsCome(pathname: string): ScriptsCome {
  if (isPublicPath(pathname)) return 'asked';
  return pathname.startsWith('/auth/') ? 'seen' : 'now';
}

function renderWhole(page: React.ReactNode, nonce: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString());
        done();
      },
    });
    const stream = renderToPipeableStream(page, {
      ...(nonce === undefined ? {} : { nonce }),
      onAllReady: () => stream.pipe(sink),
      onShellError: reject,
      onError: reject,
    });
  });
}
