import { parseDecimal } from '@slipway/money/decimal.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import type { Execution, ExecutionRefusal } from '../../providers/venue/venuePort.ts';
import type { ConversionContext } from './conversionContext.ts';
import type { MarketRules } from './conversionRules.ts';
import type { ConversionPart } from './conversionStore.ts';
import { acquirePartLease, releasePartLease, renewPartLease } from './partLeaseStore.ts';

/** The execution of a part, with the market rules by which the remainder is computed. */
export type ConversionPartExecution = { readonly execution: Execution; readonly rules: MarketRules };

/**
 * `claimed`: another process has the part's lease. Also if, before the order was sent, the lease was taken over or the order
 * was no longer converting.
 */
export type PartExecutionRefusal = ExecutionRefusal | 'claimed' | 'not_listed';

/**
 * Executes a part at the venue. If it may have been sent before, queries it by its client order id, and sends it again only if
 * the venue does not know the id.
 */
export async function queryOrExecutePart(
  context: ConversionContext,
  { part }: { readonly part: ConversionPart },
): Promise<Outcome<ConversionPartExecution, PartExecutionRefusal>> {
  return addMarketRules(context, part, await queryOrPlaceOrder(context, part));
}

/** Adds the rules of the part's market to its execution. */
export async function addMarketRules<Refusal extends string>(
  { venue }: ConversionContext,
  { base, quote }: ConversionPart,
  execution: Outcome<Execution, Refusal>,
): Promise<Outcome<ConversionPartExecution, Refusal | 'not_listed'>> {
  if (execution.kind !== 'ok') return execution;
  const rules = await venue.getMarketRules({ base, quote });
  return rules.kind === 'ok' ? ok({ execution: execution.value, rules: rules.value }) : rules;
}

async function queryOrPlaceOrder(
  { database, venue }: ConversionContext,
  part: ConversionPart,
): Promise<Outcome<Execution, ExecutionRefusal | 'claimed'>> {
  const { clientOrderId } = part;
  const market = { base: part.base, quote: part.quote };
  if (part.mayHaveBeenSent) {
    const known = await venue.getExecution(clientOrderId, market);
    if (known.kind !== 'refused') return known;
  }
  let lease = await acquirePartLease(database, clientOrderId);
  if (!lease) return refused('claimed');
  const isUnsent = !part.mayHaveBeenSent && !lease.mayHaveBeenSent;
  const executed = await venue.execute({
    clientOrderId,
    market,
    side: part.side,
    baseAmount: parseDecimal(part.baseAmount),
    limitPrice: parseDecimal(part.limitPrice),
    unsentSince: isUnsent ? part.orderedAt : undefined,
    async mayStillSend() {
      const renewed = lease && (await renewPartLease(database, lease));
      lease = renewed ?? lease;
      return renewed !== undefined;
    },
  });
  // `unavailable`: the venue has not received the order, so the next step may retry at once. After an unknown outcome the lease
  // is kept until it expires.
  if (executed.kind === 'unavailable' && lease) await releasePartLease(database, lease);
  if (executed.kind === 'refused')
    return executed.reason === 'superseded' ? refused('claimed') : { ...executed, reason: executed.reason };
  return executed;
}
