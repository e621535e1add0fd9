import type { CallInput } from '@slipway/contract/calls.ts';
import { trackedFacts, trackedParameters } from '@slipway/contract/trackedFields.ts';
import type { TrackingPoint } from './trackingStore.ts';

const MOST_CHARACTERS = 64;
const TOKEN_PATTERN = /^[\w.:-]*$/;
const PATH = /^[\w/.:-]*$/;

/** Reduces a tracking point to what the funnel needs: known fields, and of the page its path and known parameters. */
export function cleanPoint(
  { type, order_id: orderNo, user_id: userId, place, ...extras }: CallInput<'addPoint'>,
  country: string,
  at: Date,
): TrackingPoint {
  return {
    type,
    orderNo: dropFreeText(orderNo),
    userId: dropFreeText(userId),
    place: cleanPlace(place),
    extras: cleanExtras(extras),
    country,
    at,
  };
}

function cleanExtras(extras: Readonly<Record<string, unknown>>): TrackingPoint['extras'] {
  return Object.fromEntries(
    Object.entries(extras).flatMap(([key, value]): [string, string | number | boolean][] => {
      if (!trackedFacts.has(key)) return [];
      if (typeof value === 'string') return [[key, dropFreeText(value)]];
      return typeof value === 'number' || typeof value === 'boolean' ? [[key, value]] : [];
    }),
  );
}

/**
 * Returns the path of a page with its known parameters; empty if the path contains unexpected characters. Also accepts
 * a whole URL, whose host is dropped because it is always that of Slipway's pages.
 */
export function cleanPlace(place: string): string {
  const url = URL.parse(place, 'https://here.invalid');
  if (!url) return '';
  const knownParameters = new URLSearchParams(
    [...url.searchParams]
      .filter(([name]) => trackedParameters.has(name))
      .map(([name, value]) => [name, dropFreeText(value)]),
  );
  const query = knownParameters.size > 0 ? `?${knownParameters}` : '';
  const path = url.pathname.slice(0, 2 * MOST_CHARACTERS);
  return PATH.test(path) ? `${path}${query}` : '';
}

/** Returns a code, a number or an id, shortened; empty for typed text such as a name or an email address. */
function dropFreeText(text: string): string {
  const short = text.slice(0, MOST_CHARACTERS);
  return TOKEN_PATTERN.test(short) ? short : '';
}
