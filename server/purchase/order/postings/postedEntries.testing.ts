import { formatDecimal } from '@slipway/money/decimal.ts';
import { ledgerScale, type Posting } from '../../../ledger/posting.ts';
import { computeOrderChanges } from '../machine/orderChanges.ts';
import type { Order } from '../order.ts';
import type { EventKind, FactsByKind } from '../orderEventKinds.ts';
import { buildOrderEntries } from './orderEntries.ts';
import type { OrderEntry } from './orderEntry.ts';

/** Returns an event's ledger entries; `result` overrides fields of the resulting order. */
export function computeEntries<Kind extends EventKind>(
  kind: Kind,
  facts: FactsByKind<Kind>,
  order: Order,
  result: Partial<Order> = {},
): readonly OrderEntry[] {
  const event = { kind, facts };
  return buildOrderEntries(event, order, { ...order, ...computeOrderChanges(order, event), ...result });
}

/** Formats a posting, such as `asset:acquirer +100 EUR`. Assets other than fiat are shown as BTC. */
export function formatPosting({ account, asset, units }: Posting): string {
  const code = asset.startsWith('iso4217:') ? asset.slice('iso4217:'.length) : 'BTC';
  return `${account} ${units > 0n ? '+' : ''}${formatUnits(units, asset)} ${code}`;
}

/** Formats ledger units as a decimal without trailing zeros. */
export function formatUnits(units: bigint, asset: string): string {
  return formatDecimal({ coefficient: units, scale: ledgerScale(asset) }).replace(/\.?0+$/, '');
}
