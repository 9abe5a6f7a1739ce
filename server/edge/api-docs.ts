import { createHash } from 'node:crypto';
import { colours } from '#server/platform/colours.ts';
import type { ApiApp } from '../operations/define-api.ts';
import { openApiDocument } from './openapi.ts';
import { escapeHtml } from '../platform/http/escape-html.ts';

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;' +
  `color:${colours.ink};background:${colours.paper}}` +
  'h2{margin:2.5rem 0 .25rem;font-size:1.1rem}code,pre{font:14px/1.5 ui-monospace,monospace}' +
  `pre{overflow:auto;background:${colours.panel};padding:1rem}` +
  'b{display:inline-block;min-width:3.5rem}a{color:inherit}' +
  'summary{cursor:pointer;padding:.5rem 0}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

interface Operation {
  operationId: string;
  summary: string;
  parameters: { name: string; in: string; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

/** The document at /api/openapi.json and its readable view at /api/docs (api.md). */
export function mountApiDocs(app: ApiApp, title: () => string, publicUrl: () => string): void {
  app.get('/api/openapi.json', (c) => {
    c.header('cache-control', 'no-cache');
    return c.json(openApiDocument(title(), publicUrl()));
  });
  app.get('/api/docs', (c) => {
    c.header(
      'content-security-policy',
      `default-src 'none'; img-src 'self'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`,
    );
    return c.html(page(title(), openApiDocument(title(), publicUrl())));
  });
}

function page(title: string, document: Record<string, unknown>): string {
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      section(method.toUpperCase(), path, operation),
    ),
  );
  return (
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>API – ${escapeHtml(title)}</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>` +
    `<h1>API</h1><p>Generated from the contract. <a href="/api/openapi.json">OpenAPI 3.1 document</a></p>` +
    `${sections.join('')}</body></html>`
  );
}

function section(method: string, path: string, operation: Operation): string {
  const body = operation.requestBody?.content['application/json']?.schema;
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const schema = status.startsWith('2')
      ? response.content?.['application/json']?.schema
      : undefined;
    return `<li><b>${status}</b> ${escapeHtml(response.description)}${schema === undefined ? '' : details('Response', schema)}</li>`;
  });
  return (
    `<h2 id="${operation.operationId}"><b>${method}</b> <code>${escapeHtml(path)}</code></h2>` +
    `<p>${escapeHtml(operation.summary)}</p>${body === undefined ? '' : details('Request', body)}<ul>${responses.join('')}</ul>`
  );
}

function details(label: string, schema: unknown): string {
  return `<details><summary>${label}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`;
}
