import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';

const FOLDER = new URL('../stripe-js/', import.meta.url);

/** Pages in a frame: nothing from outside, may be embedded by any page, as Stripe's are. */
const FRAME_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src *; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors *";

/** The modules of the page's script, each after those it imports. */
const PAGE_MODULES = [
  'page-texts',
  'listeners',
  'open-frame',
  'payment-element',
  'elements-group',
  'authentication-dialog',
  'stripe',
];

const SCRIPT_PATHS = ['/stripe.js', '/v3', '/v3/'];
const FILES: Record<string, string> = {
  '/card': 'card.html',
  '/authenticate': 'authenticate.html',
};
const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Serves the stand-in for Stripe.js and the pages of its frames. */
export function serveStripeJs(request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const file = SCRIPT_PATHS.includes(path)
    ? 'stripe.js'
    : (FILES[path] ?? /^\/frame\/([a-z-]+\.(?:js|css))$/.exec(path)?.[1]);
  const content = file === 'stripe.js' ? joinPageModules() : file && read(file);
  if (!file || content === undefined || request.method !== 'GET') {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    return;
  }
  const ending = file.split('.').at(-1) ?? '';
  response.writeHead(200, {
    'content-type': TYPES[ending] ?? 'text/plain',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // So that pages with Cross-Origin-Embedder-Policy can load it, too.
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    ...(ending === 'html' ? { 'content-security-policy': FRAME_POLICY } : {}),
  });
  response.end(content);
}

/** Stripe.js is one classic script: `window.Stripe` is there as soon as it has loaded. */
function joinPageModules(): string {
  const parts = PAGE_MODULES.map((name) =>
    readFileSync(new URL(`page/${name}.js`, FOLDER), 'utf8'),
  );
  const joined = parts
    .join('\n')
    .replaceAll(/^import [^;]*;\n/gm, '')
    .replaceAll(/^export /gm, '');
  return `(() => {\n'use strict';\n${joined}})();\n`;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(new URL(file, FOLDER), 'utf8');
  } catch {
    return undefined;
  }
}
