import type { CallError } from '../api/callError.ts';

/** The `error` of an address: our own errors by name, to be worded in the reader's language; those with figures in words. */
export function queryOfError({ detail }: CallError, words: string): string {
  return detail && Object.keys(detail.facts).length === 0 ? detail.error : words;
}
