import { expect, test } from 'vitest';
import type { Office } from './office-visit.ts';
import type { Visit } from './visit.ts';
import { loadSite, type SiteContext, type PageVisitor } from './site-build.ts';

// An error that no page expects reaches the server's log, not the console (test/fail-on-console-error.ts).

const site = await loadSite();
const bug = new TypeError('a bug of ours');

const call = () => Promise.reject(bug);
const visit = { language: 'de', tryRead: call, findCart: call } as unknown as Visit;
const office = { frame: call } as unknown as Office;

/** Renders a page whose calls fail; returns its text and the reported errors. */
async function render(path: string, visitor: PageVisitor, init: RequestInit = {}) {
  const errors: unknown[] = [];
  let html = '';
  const context: SiteContext = {
    origin: 'https://festival.example',
    nonce: 'nonce',
    requestIdNote: ' (the-request-id)',
    config: { stripeJsUrl: '', themeColor: '' },
    styleOf: () => undefined,
    lookStyle: '',
    onHtml: (text) => (html = text),
    onError: (error) => errors.push(error),
  };
  const request = new Request(`https://festival.example${path}`, init);
  const { status } = await site.render(request, context, visitor);
  return { status, html, errors };
}

test('a page that fails is reported, and shows its request id', async () => {
  const { status, html, errors } = await render('/ticketshop', { visit });
  expect(status).toBe(500);
  expect(new Set(errors)).toEqual(new Set([bug]));
  expect(html).toContain(' (the-request-id)</p>');
  expect(html).not.toContain(bug.message);
});

test('a request that nobody waits for is not reported', async () => {
  const { errors } = await render('/ticketshop', { visit }, { signal: AbortSignal.abort() });
  expect(errors).toEqual([]);
});

test('a page of the office that fails is reported, and shows its request id', async () => {
  const { status, html, errors } = await render('/office', { office });
  expect(status).toBe(500);
  expect(errors).toContain(bug);
  expect(html).toContain('(the-request-id)</p>');
});
