import { textIfAny } from './text.ts';

/**
 * Returns why a card was declined, and what the buyer can do about it if the order may still be paid. Null for a reason
 * that has no text.
 */
export function declineText(reason: string, canTryAgain: boolean): string | null {
  const cause = canTryAgain ? undefined : textIfAny(`declineCause.${reason}`);
  return cause ?? textIfAny(`decline.${reason}`) ?? null;
}
