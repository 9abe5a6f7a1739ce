import type { Picked } from '#messages/define-texts.ts';
import type { platformTexts } from '#messages/platform.ts';
import type { ApiError } from './api-error.ts';

/** What a failed call says to the visitor (product.md 8, Generic HTTP handling). */
export function failureText(error: ApiError, texts: Picked<typeof platformTexts>): string {
  if (error.status === 0) return texts.offline;
  if (error.status === 500) return texts.internalServerError;
  if (error.status === 503) return texts.serviceUnavailable;
  // 400 and 409 without a word of the server's own
  if (error.message === '400' || error.message === '409') return texts.conflict;
  return error.message || texts.unknownError;
}
