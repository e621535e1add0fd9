import type { CallInput } from '@slipway/contract/calls.ts';
import type { TrackingPoint } from './trackingStore.ts';

/** Fields that say something about the funnel and nothing about a person. */
const KNOWN_EXTRAS: ReadonlySet<string> = new Set([
  'amount',
  'country',
  'getCurrency',
  'getCurrencyAmount',
  'offerType',
  'partnerId',
  'payMethod',
  'sendCurrency',
  'sendCurrencyAmount',
  'side',
]);

/** Parameters of a page that may be kept; addresses, tokens and the like stay out. */
const KNOWN_PARAMETERS: ReadonlySet<string> = new Set([
  'defaultGetCurrency',
  'defaultSendCurrency',
  'getCurrency',
  'offerType',
  'partnerId',
  'payMethod',
  'sendCurrency',
  'side',
]);

const MOST_CHARACTERS = 64;

/** Keeps of a point what the funnel needs: known fields, and of the page its path and known parameters. */
export function cleanPoint(
  { type, order_id: orderNo, user_id: userId, place, ...extras }: CallInput<'addPoint'>,
  country: string,
  at: Date,
): TrackingPoint {
  return { type, orderNo, userId, place: cleanPlace(place), extras: cleanExtras(extras), country, at };
}

function cleanExtras(extras: Readonly<Record<string, unknown>>): TrackingPoint['extras'] {
  return Object.fromEntries(
    Object.entries(extras).flatMap(([key, value]): [string, string | number | boolean][] => {
      if (!KNOWN_EXTRAS.has(key)) return [];
      if (typeof value === 'string') return [[key, value.slice(0, MOST_CHARACTERS)]];
      return typeof value === 'number' || typeof value === 'boolean' ? [[key, value]] : [];
    }),
  );
}

/** Also takes a whole address: its host says nothing that we do not know. */
export function cleanPlace(place: string): string {
  const url = URL.parse(place, 'https://here.invalid');
  if (!url) return '';
  const kept = new URLSearchParams(
    [...url.searchParams]
      .filter(([name]) => KNOWN_PARAMETERS.has(name))
      .map(([name, value]) => [name, value.slice(0, MOST_CHARACTERS)]),
  );
  const query = kept.size > 0 ? `?${kept}` : '';
  return `${url.pathname.slice(0, 2 * MOST_CHARACTERS)}${query}`;
}
