import { parseDecimal } from '@slipway/money/decimal.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import type { Execution, ExecutionRefusal } from '../../providers/venue/venuePort.ts';
import type { ConversionContext } from './conversionContext.ts';
import type { MarketRules } from './conversionRules.ts';
import type { Conversion } from './conversionStore.ts';
import { letGo, releaseLease, takeLease } from './partLeaseStore.ts';

/** What became of a part, with the rules of its market by which the rest is counted. */
export type Executed = { readonly execution: Execution; readonly rules: MarketRules };

/** `claimed`: another process has the part's lease, or has taken it over before the order left. */
export type NotExecuted = ExecutionRefusal | 'claimed' | 'not_listed';

/** Asks the venue about a part by its client order id, and trades only when the venue has never heard of it. */
export async function askOrExecute(
  context: ConversionContext,
  { part }: { readonly part: Conversion },
): Promise<Outcome<Executed, NotExecuted>> {
  return withRules(context, part, await executionOf(context, part));
}

/** Adds the rules of the part's market to what became of it. */
export async function withRules<Refusal extends string>(
  { venue }: ConversionContext,
  { base, quote }: Conversion,
  execution: Outcome<Execution, Refusal>,
): Promise<Outcome<Executed, Refusal | 'not_listed'>> {
  if (execution.kind !== 'ok') return execution;
  const rules = await venue.getMarketRules({ base, quote });
  return rules.kind === 'ok' ? ok({ execution: execution.value, rules: rules.value }) : rules;
}

async function executionOf(
  { database, venue }: ConversionContext,
  part: Conversion,
): Promise<Outcome<Execution, ExecutionRefusal | 'claimed'>> {
  const { clientOrderId } = part;
  const market = { base: part.base, quote: part.quote };
  if (part.mayBeSent) {
    const known = await venue.getExecution(clientOrderId, market);
    if (known.kind !== 'refused') return known;
  }
  let lease = await takeLease(database, clientOrderId);
  if (!lease) return refused('claimed');
  const isUnsent = !part.mayBeSent && !lease.mayBeSent;
  const executed = await venue.execute({
    clientOrderId,
    market,
    side: part.side,
    baseAmount: parseDecimal(part.baseAmount),
    limitPrice: parseDecimal(part.limitPrice),
    unsentSince: isUnsent ? part.orderedAt : undefined,
    async mayStillSend() {
      const renewed = lease && (await letGo(database, lease));
      lease = renewed ?? lease;
      return renewed !== undefined;
    },
  });
  // Nothing of it is at the venue: the next step may try at once. An unknown outcome keeps its lease until it is over.
  if (executed.kind === 'unavailable' && lease) await releaseLease(database, lease);
  if (executed.kind === 'refused')
    return executed.reason === 'superseded' ? refused('claimed') : { ...executed, reason: executed.reason };
  return executed;
}
