import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/**
 * Everything the browser complains about from now on: errors in the console (a broken content policy and
 * React's word on hydration among them), thrown errors, files that are missing. An answer of the API that
 * refuses something is none.
 */
export function watchPageErrors(context: BrowserContext): string[] {
  const troubles: string[] = [];
  context.on('console', (message) => {
    if (isTrouble(message)) {
      troubles.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', (error) => troubles.push(`thrown: ${error.error().message}`));
  context.on('response', (response) => {
    const kind = response.request().resourceType();
    const isFile = !['document', 'fetch', 'xhr'].includes(kind);
    if (response.status() >= (isFile ? 400 : 500)) {
      troubles.push(`${response.status()} ${kind} ${response.url()}`);
    }
  });
  return troubles;
}

/** A refusal (4xx) is printed by the browser, too; whether it was a file the responses tell. */
function isTrouble(message: ConsoleMessage): boolean {
  if (/status of 4\d\d/.test(message.text())) return false;
  return ['error', 'assert'].includes(message.type());
}
