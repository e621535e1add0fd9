import { parseDecimal } from '@slipway/money/decimal.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import type { Execution, ExecutionRefusal } from '../../providers/venue/venuePort.ts';
import type { ConversionContext } from './conversionContext.ts';
import type { MarketRules } from './conversionRules.ts';
import { type Conversion, claimConversion, releaseConversion } from './conversionStore.ts';

/** What became of a part, with the rules of its market by which the rest is counted. */
export type Executed = { readonly execution: Execution; readonly rules: MarketRules };

/** Asks the venue about a part by its client order id, and buys only when the venue has never heard of it. */
export async function askOrExecute(
  context: ConversionContext,
  { part }: { readonly part: Conversion },
): Promise<Outcome<Executed, ExecutionRefusal | 'claimed' | 'not_listed'>> {
  const { base, quote } = part;
  const execution = await executionOf(context, part);
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
