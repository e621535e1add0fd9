/** How many cards each worker has before it takes another one's. */
const CARDS_PER_WORKER = 48;
let cardsTaken = 0;

/**
 * A date that makes the stand-in's card another one than all before (`sandbox/stripe/cardNumbers.ts`): a world serves many
 * buyers, and the rules on risk count who uses the same card.
 */
export function newCardExpiry(): string {
  const index = Number(process.env['TEST_WORKER_INDEX'] ?? 0) * CARDS_PER_WORKER + cardsTaken++;
  const month = String((index % 12) + 1).padStart(2, '0');
  // After the dates that scenes type themselves.
  return `${month} / ${35 + (Math.floor(index / 12) % 35)}`;
}
