import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { CardAcquirer } from '../providers/card/cardPort.ts';
import { type CardToForget, leaseCardsToForget, settleForgottenCard } from './savedCardStore.ts';

export type ForgetCardsContext = {
  readonly database: Database;
  readonly card: Pick<CardAcquirer, 'forgetCard'>;
  readonly log: Log;
};

const BATCH = 20;
/** Longer than the acquirer may take to answer; a card whose answer was lost is asked for again after it. */
const LEASE_SECONDS = 60;

/** Has the acquirer forget the cards that buyers have deleted. For a worker to repeat: what failed comes again. */
export async function forgetDeletedCards(context: ForgetCardsContext): Promise<void> {
  const due = await leaseCardsToForget(context.database, { limit: BATCH, leaseSeconds: LEASE_SECONDS });
  for (const card of due) await forgetOne(context, card);
}

async function forgetOne({ database, card, log }: ForgetCardsContext, due: CardToForget): Promise<void> {
  const outcome = await card.forgetCard(due.paymentMethodId);
  // What the acquirer does not know it has forgotten.
  if (outcome.kind === 'ok' || outcome.kind === 'refused') return settleForgottenCard(database, due.id);
  log.warn({ card: due.id, outcome: outcome.kind }, 'a deleted card is not forgotten yet');
}
