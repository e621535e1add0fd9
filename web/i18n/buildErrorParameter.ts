import type { CallError } from '../api/callError.ts';

/** Returns the `error` for a URL: the name of an error, to be localized by the reader; its text if it contains figures. */
export function buildErrorParameter({ detail }: CallError, message: string): string {
  return detail && Object.keys(detail.facts).length === 0 ? detail.error : message;
}
