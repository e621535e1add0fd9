import { parseDecimal } from '@slipway/money/decimal.ts';
import { type Outcome, ok, refused } from '../../../providers/outcome.ts';
import type { Execution, ExecutionRefusal } from '../../../providers/venue/venuePort.ts';
import { asksAgain, type Conclusion, tells, waits, waitsFor } from '../../order/conclusion.ts';
import { defineStep } from '../../order/defineStep.ts';
import type { Order } from '../../order/order.ts';
import type { ConversionContext } from '../conversionContext.ts';
import type { MarketRules } from '../conversionRules.ts';
import { type Conversion, claimConversion, conversionsOf, isUnderWay, releaseConversion } from '../conversionStore.ts';
import { fillNews } from '../fillNews.ts';
import { type PartsOfOrder, tooManyParts } from '../planPart.ts';

type PartUnderWay = PartsOfOrder & { readonly part: Conversion };
type Executed = { readonly execution: Execution; readonly rules: MarketRules };

/**
 * Carries out the part that is under way: asks the venue about its client order id, and buys only when the venue has never
 * heard of it.
 */
export const syncConversion = defineStep({
  effect: 'sync_conversion',
  while: ['converting'],
  about: aboutPart,
  ask: askOrExecute,
  says: {
    ok: fillNews,
    refused: {
      claimed: () => waits('claimed'),
      not_listed: () => waits('market_unknown'),
      insufficient_funds: failed,
      below_minimum: failed,
      market_closed: failed,
      not_permitted: failed,
      invalid_request: failed,
    },
    ...asksAgain,
    unknown: (_context, { part }) =>
      tells({ kind: 'conversion_unknown', key: `${part.clientOrderId}:unknown`, facts: {} }),
  },
});

async function aboutPart({ database }: ConversionContext, order: Order): Promise<PartUnderWay | Conclusion> {
  const parts = await conversionsOf(database, order.id);
  const part = parts.at(-1);
  if (part && isUnderWay(part)) return { order, parts, part };
  return tooManyParts({ order, parts }) ?? waitsFor('execute_remainder', 'part_requested');
}

async function askOrExecute(
  context: ConversionContext,
  about: PartUnderWay,
): Promise<Outcome<Executed, ExecutionRefusal | 'claimed' | 'not_listed'>> {
  const { base, quote } = about.part;
  const execution = await executionOf(context, about.part);
  if (execution.kind !== 'ok') return execution;
  const rules = await context.venue.getMarketRules({ base, quote });
  return rules.kind === 'ok' ? ok({ execution: execution.value, rules: rules.value }) : rules;
}

async function executionOf(
  { database, venue }: ConversionContext,
  part: Conversion,
): Promise<Outcome<Execution, ExecutionRefusal | 'claimed'>> {
  const { clientOrderId } = part;
  const market = { base: part.base, quote: part.quote };
  const known = await venue.getExecution(clientOrderId, market);
  if (known.kind !== 'refused') return known;
  if (!(await claimConversion(database, clientOrderId))) return refused('claimed');
  const executed = await venue.execute({
    clientOrderId,
    market,
    baseAmount: parseDecimal(part.baseAmount),
    limitPrice: parseDecimal(part.limitPrice),
  });
  // Nothing left this process: the next step may try at once. An unknown outcome keeps its claim.
  if (executed.kind === 'unavailable') await releaseConversion(database, clientOrderId);
  return executed;
}

/** Our balance at the venue, or its rules: nothing was bought in this part. */
function failed(_context: unknown, { part }: PartUnderWay, reason: ExecutionRefusal): Conclusion {
  const key = `${part.clientOrderId}:refused:${reason}`;
  return tells({ kind: 'conversion_failed', key, facts: { reason } });
}
