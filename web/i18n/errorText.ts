import { CallError, NO_ANSWER } from '../api/callError.ts';
import { text, textIfAny } from './text.ts';

/** What to tell the buyer about a failed call: our text for its key, else the server's message, else a plain one. */
export function errorText(error: unknown): string {
  if (!(error instanceof CallError)) return text('error.fault_plain');
  if (error.respCode === NO_ANSWER) return text('error.no_answer');
  const known = error.detail ? textIfAny(`error.${error.detail.error}`, error.detail.facts) : undefined;
  return known ?? (error.respMessage || text('error.fault_plain'));
}
