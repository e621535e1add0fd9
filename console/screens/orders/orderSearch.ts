import type { ConsoleCallRequest } from '@slipway/contract/consoleCalls.ts';
import { orderStatuses } from '@slipway/contract/entities/orderStatuses.ts';
import { payMethods } from '@slipway/contract/entities/payMethods.ts';
import type { Search } from '../../app/search.ts';

export type OrdersRequest = ConsoleCallRequest<'orders'>;

/** Filters of several words in the address, each with what it may say. */
export const CHOICES = {
  status: orderStatuses,
  exception: ['underpaid', 'overpaid', 'paid_late'],
  dispute: ['warned', 'open', 'won', 'lost'],
  method: payMethods,
} as const;

export type ChoiceName = keyof typeof CHOICES;

/** Filters that somebody writes: country, asset, partner, sums in EUR, days. */
export const WRITTEN = ['country', 'asset', 'partner', 'euroFrom', 'euroTo', 'from', 'to'] as const;

const FILTERS = ['q', ...Object.keys(CHOICES), ...WRITTEN, 'sort'];

/** What the address says, as the server is asked; what it cannot mean is left out. */
export function requestOf(search: Search): OrdersRequest {
  const euros = (text: string | undefined) =>
    text !== undefined && /^(?:0|[1-9]\d*)(?:\.\d{1,2})?$/.test(text) ? text : undefined;
  const list = (text: string | undefined) => (text === undefined ? [] : text.split(',').map((word) => word.trim()));
  return {
    q: search['q'] ?? '',
    status: chosen(search, 'status'),
    exception: chosen(search, 'exception'),
    dispute: chosen(search, 'dispute'),
    method: chosen(search, 'method'),
    country: list(search['country']?.toUpperCase()).filter((code) => /^[A-Z]{2}$/.test(code)),
    asset: list(search['asset']).filter((word) => word !== ''),
    partner: list(search['partner']).filter((word) => word !== ''),
    euroFrom: euros(search['euroFrom']),
    euroTo: euros(search['euroTo']),
    madeFrom: dayOf(search['from']),
    madeTo: dayOf(search['to'], 1),
    sort: search['sort'] === 'longest_waiting' ? 'longest_waiting' : 'newest',
  };
}

function chosen<Name extends ChoiceName>(search: Search, name: Name): (typeof CHOICES)[Name][number][] {
  const said = new Set((search[name] ?? '').split(','));
  return CHOICES[name].filter((one) => said.has(one));
}

/** A day in UTC as its beginning; `plus`: so many days later. */
function dayOf(text: string | undefined, plus = 0): string | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(at) ? undefined : new Date(at + plus * 86_400_000).toISOString();
}

/** One word of a filter on or off. */
export function toggled(search: Search, name: ChoiceName, word: string): Search {
  const before = (search[name] ?? '').split(',').filter((one) => one !== '');
  const after = before.includes(word) ? before.filter((one) => one !== word) : [...before, word];
  return { ...search, [name]: after.join(',') };
}

/** The part of an address that a saved view keeps. */
export function viewQuery(search: Search): string {
  const kept = FILTERS.flatMap((name): [string, string][] => {
    const value = search[name];
    return value === undefined || value === '' ? [] : [[name, value]];
  });
  return new URLSearchParams(kept).toString();
}

/** What every operator has from the start. */
export const OWN_VIEWS = [
  { name: 'On hold, longest first', query: 'status=on_hold&sort=longest_waiting' },
  { name: 'Paid late', query: 'exception=paid_late' },
  { name: 'Giving back, longest first', query: 'status=refunding&sort=longest_waiting' },
  { name: 'Disputed', query: 'dispute=warned%2Copen' },
] as const;
