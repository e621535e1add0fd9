import { done } from '../../order/conclusion.ts';
import { ALWAYS, defineOwnStep } from '../../order/defineStep.ts';
import { type LetterContext, writeLetter } from '../orderLetter.ts';

/** Tells the buyer by mail what has become of the order. */
export const notifyBuyer = defineOwnStep({
  effect: 'notify_buyer',
  while: ALWAYS,
  concludes: (context: LetterContext, order) => done((transaction) => writeLetter(context, transaction, order)),
});
