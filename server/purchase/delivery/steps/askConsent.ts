import { done } from '../../order/conclusion.ts';
import { defineOwnStep } from '../../order/defineStep.ts';
import { type LetterContext, writeLetter } from '../orderLetter.ts';

/** Asks the buyer by mail whether the new amount is agreed to; the page asks, too. */
export const askConsent = defineOwnStep({
  effect: 'ask_consent',
  while: ['awaiting_consent'],
  concludes: (context: LetterContext, order) => done((transaction) => writeLetter(context, transaction, order)),
});
