/** Distinct cards per worker before they overlap with another worker's. */
const CARDS_PER_WORKER = 48;
let usedCardCount = 0;

/**
 * Returns an expiry date that makes the stand-in's card differ from all cards before (`sandbox/stripe/cards/cardNumbers.ts`): a
 * world serves many buyers, and the risk rules count the use of a card.
 */
export function newCardExpiry(): string {
  const index = Number(process.env['TEST_WORKER_INDEX'] ?? 0) * CARDS_PER_WORKER + usedCardCount++;
  const month = String((index % 12) + 1).padStart(2, '0');
  // Later than the dates that the gallery's scenes type.
  return `${month} / ${35 + (Math.floor(index / 12) % 35)}`;
}
