/**
 * Action on the card fields after a decline, by its reason (server/providers/card/cardPort.ts). `kept`: the same card
 * may succeed on retry, or needs a correction. The input, including the security code, stays in the acquirer's frame;
 * this page never has it.
 */
const CARD_FIELDS: Readonly<Record<string, 'kept' | 'cleared'>> = {
  authentication_failed: 'kept',
  try_again_later: 'kept',
  insufficient_funds: 'kept',
  // The message asks the buyer to check the entry.
  incorrect_details: 'kept',
  expired_card: 'cleared',
  // Stolen, lost, do not honor: issuers give no reason and will decline the same card again.
  declined: 'cleared',
};

/** Returns true if the buyer must use another card; also true for unknown reasons. */
export function needsOtherCard(reason: string): boolean {
  return !(Object.hasOwn(CARD_FIELDS, reason) && CARD_FIELDS[reason] === 'kept');
}
