import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CardAcquirer } from '../../providers/card/cardPort.ts';
import { type CardToDelete, leaseCardsToDelete, markDeletedAtAcquirer } from './savedCardStore.ts';

export type CardDeletionContext = {
  readonly database: Database;
  readonly card: Pick<CardAcquirer, 'forgetCard'>;
  readonly log: Log;
};

const BATCH = 20;
/**
 * Longer than the acquirer may take to answer. After this time, a deletion that the acquirer has not confirmed is tried
 * again.
 */
const LEASE_SECONDS = 60;

/** Has the acquirer delete the cards that buyers have deleted. Run periodically by the worker, which retries failures. */
export async function deleteCardsAtAcquirer(context: CardDeletionContext): Promise<void> {
  const due = await leaseCardsToDelete(context.database, { limit: BATCH, leaseSeconds: LEASE_SECONDS });
  for (const card of due) await deleteCardAtAcquirer(context, card);
}

async function deleteCardAtAcquirer({ database, card, log }: CardDeletionContext, due: CardToDelete): Promise<void> {
  const outcome = await card.forgetCard(due.paymentMethodId);
  // A refusal means that the acquirer does not know the card.
  if (outcome.kind === 'ok' || outcome.kind === 'refused') return markDeletedAtAcquirer(database, due.id);
  log.warn({ card: due.id, outcome: outcome.kind }, 'the acquirer has not deleted a card yet: the worker tries again');
}
