import type { CallError } from '../api/callError.ts';

/**
 * Returns the `error` parameter of a URL: the error's name, which the target page localizes, or `message` if the error has no
 * name or its text contains figures.
 */
export function buildErrorParameter({ detail }: CallError, message: string): string {
  return detail && Object.keys(detail.facts).length === 0 ? detail.error : message;
}
