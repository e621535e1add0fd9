/**
 * What becomes of the card fields after a decline, by its reason (server/providers/card/cardPort.ts). `kept`: the same card
 * may pay the next time, or has to be corrected. What was typed stays in the acquirer's frame, the security code too; this
 * page never has it.
 */
const CARD_FIELDS: Readonly<Record<string, 'kept' | 'cleared'>> = {
  authentication_failed: 'kept',
  try_again_later: 'kept',
  insufficient_funds: 'kept',
  // The text asks the buyer to check what was typed.
  incorrect_details: 'kept',
  expired_card: 'cleared',
  // Stolen, lost, do not honor: issuers do not give their reasons, and refuse the same card again.
  declined: 'cleared',
};

/** Whether another card is needed; for an unknown reason too. */
export function needsOtherCard(reason: string): boolean {
  return !(Object.hasOwn(CARD_FIELDS, reason) && CARD_FIELDS[reason] === 'kept');
}
