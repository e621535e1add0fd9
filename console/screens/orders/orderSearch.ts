import type { ConsoleCallRequest } from '@slipway/contract/consoleCalls.ts';
import { orderStatuses } from '@slipway/contract/entities/orderStatuses.ts';
import { payMethods } from '@slipway/contract/entities/payMethods.ts';
import type { SearchParams } from '../../app/searchParams.ts';

export type OrdersRequest = ConsoleCallRequest<'orders'>;

/** Filters with several values in the URL, and the allowed values. */
export const CHOICE_FILTERS = {
  status: orderStatuses,
  exception: ['underpaid', 'overpaid', 'paid_late'],
  dispute: ['warned', 'open', 'won', 'lost'],
  method: payMethods,
} as const;

export type ChoiceFilter = keyof typeof CHOICE_FILTERS;

/** Typed filters: country, asset, partner, sums in EUR, days. */
export const TEXT_FILTERS = ['country', 'asset', 'partner', 'euroFrom', 'euroTo', 'from', 'to'] as const;

const ALL_FILTERS = ['q', ...Object.keys(CHOICE_FILTERS), ...TEXT_FILTERS, 'sort'];

/** Parses the URL into a request; invalid filters are dropped. */
export function buildOrdersRequest(search: SearchParams): OrdersRequest {
  const euros = (text: string | undefined) =>
    text !== undefined && /^(?:0|[1-9]\d*)(?:\.\d{1,2})?$/.test(text) ? text : undefined;
  const list = (text: string | undefined) => (text === undefined ? [] : text.split(',').map((value) => value.trim()));
  return {
    q: search['q'] ?? '',
    status: readChosenValues(search, 'status'),
    exception: readChosenValues(search, 'exception'),
    dispute: readChosenValues(search, 'dispute'),
    method: readChosenValues(search, 'method'),
    country: list(search['country']?.toUpperCase()).filter((code) => /^[A-Z]{2}$/.test(code)),
    asset: list(search['asset']).filter((value) => value !== ''),
    partner: list(search['partner']).filter((value) => value !== ''),
    euroFrom: euros(search['euroFrom']),
    euroTo: euros(search['euroTo']),
    madeFrom: parseDayStart(search['from']),
    madeTo: parseDayStart(search['to'], 1),
    sort: search['sort'] === 'longest_waiting' ? 'longest_waiting' : 'newest',
  };
}

function readChosenValues<Name extends ChoiceFilter>(
  search: SearchParams,
  name: Name,
): (typeof CHOICE_FILTERS)[Name][number][] {
  const values = new Set((search[name] ?? '').split(','));
  return CHOICE_FILTERS[name].filter((one) => values.has(one));
}

/** Returns the beginning of a UTC day, `plus` days later, as ISO time; undefined if the text is no day. */
function parseDayStart(text: string | undefined, plus = 0): string | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(at) ? undefined : new Date(at + plus * 86_400_000).toISOString();
}

/** Adds or removes a value of a filter. */
export function toggleFilterValue(search: SearchParams, name: ChoiceFilter, value: string): SearchParams {
  const before = (search[name] ?? '').split(',').filter((one) => one !== '');
  const after = before.includes(value) ? before.filter((one) => one !== value) : [...before, value];
  return { ...search, [name]: after.join(',') };
}

/** Returns the part of the URL that a saved view stores. */
export function buildViewQuery(search: SearchParams): string {
  const parameters = ALL_FILTERS.flatMap((name): [string, string][] => {
    const value = search[name];
    return value === undefined || value === '' ? [] : [[name, value]];
  });
  return new URLSearchParams(parameters).toString();
}

/** Views that every person has. */
export const BUILT_IN_VIEWS = [
  { name: 'On hold, longest first', query: 'status=on_hold&sort=longest_waiting' },
  { name: 'Paid late', query: 'exception=paid_late' },
  { name: 'Refunding, longest first', query: 'status=refunding&sort=longest_waiting' },
  { name: 'Disputed', query: 'dispute=warned%2Copen' },
] as const;
