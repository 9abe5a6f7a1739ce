import type { BrowserContext, ConsoleMessage } from '@playwright/test';

/**
 * Collects errors of the browser from now on: console errors (among them violations of the content policy and
 * React's hydration errors), thrown errors, missing files. Problems of the API (4xx) are not errors.
 */
export function watchPageErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on('console', (message) => {
    if (isError(message)) {
      errors.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', (error) => errors.push(`thrown: ${error.error().message}`));
  context.on('response', (response) => {
    const kind = response.request().resourceType();
    const isFile = !['document', 'fetch', 'xhr'].includes(kind);
    if (response.status() >= (isFile ? 400 : 500)) {
      errors.push(`${response.status()} ${kind} ${response.url()}`);
    }
  });
  return errors;
}

/** The browser also logs every 4xx response; the response shows whether it was a file. */
function isError(message: ConsoleMessage): boolean {
  if (/status of 4\d\d/.test(message.text())) return false;
  return ['error', 'assert'].includes(message.type());
}
