import { findText } from './text.ts';

/**
 * Returns why a card was declined, and what the buyer can do about it if the order may still be paid. Null for a reason
 * that has no text.
 */
export function declineText(reason: string, canTryAgain: boolean): string | null {
  const cause = canTryAgain ? undefined : findText(`declineCause.${reason}`);
  return cause ?? findText(`decline.${reason}`) ?? null;
}
