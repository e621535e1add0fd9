import type { ErrorKey } from '@slipway/contract/errors.ts';
import { formatAmount, toDecimal } from '@slipway/money/amount.ts';
import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import type { OfferRefusal } from '../../providers/offers/offerPort.ts';
import type { Refusal } from '../quote/pricedQuote.ts';
import type { Refused } from './providerPanel.ts';

const LIMITS = { below_minimum: 'pay_amount_below_minimum', above_maximum: 'pay_amount_above_maximum' } as const;

/** What to say where there is no amount to name, the reason that helps most first. */
const REASONS: readonly (readonly [OfferRefusal, ErrorKey])[] = [
  ['method', 'method_unavailable'],
  ['coin', 'no_provider'],
  ['pay_currency', 'no_provider'],
  ['region', 'no_provider'],
];

/**
 * What a buyer is told when nobody sells: the nearest amount that anybody takes, else the reason that can be done something
 * about. `own` is the refusal of the operator's own offer.
 */
export function usefulRefusal(own: Refusal | undefined, refusals: readonly Refused[]): Refusal {
  const limits = refusals.flatMap(({ answer: { reason, limit } }) =>
    (reason === 'below_minimum' || reason === 'above_maximum') && limit ? [{ reason, limit }] : [],
  );
  const nearest = limits.toSorted((one, other) => {
    const difference = compare(toDecimal(one.limit), toDecimal(other.limit));
    return one.reason === 'below_minimum' ? difference : -difference;
  })[0];
  if (nearest && !isNearer(own, nearest)) {
    const { reason, limit } = nearest;
    return { error: LIMITS[reason], facts: { amount: formatAmount(limit), symbol: limit.asset.code } };
  }
  if (own) return own;
  const known = REASONS.find(([reason]) => refusals.some(({ answer }) => answer.reason === reason));
  return { error: known?.[1] ?? 'no_provider', facts: {} };
}

type Limit = { readonly reason: keyof typeof LIMITS; readonly limit: Parameters<typeof formatAmount>[0] };

/** Whether the operator's own limit is the nearer one of the same kind, or says something else that is its own affair. */
function isNearer(own: Refusal | undefined, { reason, limit }: Limit): boolean {
  if (own?.error !== LIMITS[reason]) return false;
  const difference = compare(parseDecimal(String(own.facts['amount'])), toDecimal(limit));
  return reason === 'below_minimum' ? difference <= 0 : difference >= 0;
}
