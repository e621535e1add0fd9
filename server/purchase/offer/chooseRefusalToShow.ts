import type { ErrorKey } from '@slipway/contract/errors.ts';
import { formatAmount, toDecimal } from '@slipway/money/amount.ts';
import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import type { OfferRefusal } from '../../providers/offers/offerPort.ts';
import type { QuoteRefusal } from '../quote/pricedQuote.ts';
import type { ProviderRefusal } from './providerGroup.ts';

const LIMITS = { below_minimum: 'pay_amount_below_minimum', above_maximum: 'pay_amount_above_maximum' } as const;

/** Refusals without an amount, most useful first. */
const REASONS: readonly (readonly [OfferRefusal, ErrorKey])[] = [
  ['method', 'method_unavailable'],
  ['coin', 'no_provider'],
  ['pay_currency', 'no_provider'],
  ['region', 'no_provider'],
];

/**
 * Returns the refusal to show if no provider sells: the nearest amount that one would accept, else the refusal of the
 * operator's own offer (`own`), else the reason that helps the buyer most.
 */
export function chooseRefusalToShow(own: QuoteRefusal | undefined, refusals: readonly ProviderRefusal[]): QuoteRefusal {
  const nearest = findNearestLimit(refusals, 'below_minimum') ?? findNearestLimit(refusals, 'above_maximum');
  if (nearest && !isNearer(own, nearest)) {
    const { reason, limit } = nearest;
    return { error: LIMITS[reason], facts: { amount: formatAmount(limit), symbol: limit.asset.code } };
  }
  if (own) return own;
  const known = REASONS.find(([reason]) => refusals.some(({ answer }) => answer.reason === reason));
  return { error: known?.[1] ?? 'no_provider', facts: {} };
}

type Limit = { readonly reason: keyof typeof LIMITS; readonly limit: Parameters<typeof formatAmount>[0] };

/** Returns the smallest minimum, or the largest maximum, of the providers. */
function findNearestLimit(refusals: readonly ProviderRefusal[], reason: Limit['reason']): Limit | undefined {
  const limits = refusals.flatMap(({ answer }) => (answer.reason === reason && answer.limit ? [answer.limit] : []));
  const smallestFirst = limits.toSorted((one, other) => compare(toDecimal(one), toDecimal(other)));
  const limit = smallestFirst.at(reason === 'below_minimum' ? 0 : -1);
  return limit && { reason, limit };
}

/** Returns whether the operator's own limit is of the same kind and nearer to the requested amount. */
function isNearer(own: QuoteRefusal | undefined, { reason, limit }: Limit): boolean {
  if (own?.error !== LIMITS[reason]) return false;
  const difference = compare(parseDecimal(String(own.facts['amount'])), toDecimal(limit));
  return reason === 'below_minimum' ? difference <= 0 : difference >= 0;
}
