import { CallError, NO_ANSWER } from '../api/callError.ts';
import { formatDigits } from './formatAmount.ts';
import { findText, getLocale, type TextValues, text } from './text.ts';

/** Returns the text for a failed call: our text for its key, else the server's message, else a general one. */
export function errorText(error: unknown): string {
  if (!(error instanceof CallError)) return text('error.fault_plain');
  if (error.respCode === NO_ANSWER) return text('error.no_answer');
  const keyText = error.detail ? findText(`error.${error.detail.error}`, formatFacts(error.detail.facts)) : undefined;
  return keyText ?? (error.respMessage || text('error.fault_plain'));
}

const AMOUNT_FACTS = new Set(['amount', 'cost', 'minimum', 'maximum']);
const PLAIN_DECIMAL = /^\d+(\.\d+)?$/;

/** Returns the facts with amounts formatted for the language. */
export function formatFacts(facts: TextValues): TextValues {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => {
      const isAmount = AMOUNT_FACTS.has(name) && PLAIN_DECIMAL.test(String(fact));
      return [name, isAmount ? formatDigits(String(fact), getLocale()) : fact];
    }),
  );
}
