import { formatDecimal } from '@slipway/money/decimal.ts';
import { ledgerScale, type Posting } from '../../ledger/posting.ts';
import { changesFrom } from './changes.ts';
import { entriesFor } from './entries.ts';
import type { EventKind, FactsOf } from './events.ts';
import type { Order } from './order.ts';
import type { OrderEntry } from './orderEntry.ts';

/** What an event posts about an order; `leads` where its row leads elsewhere. */
export function posted<Kind extends EventKind>(
  kind: Kind,
  facts: FactsOf<Kind>,
  order: Order,
  leads: Partial<Order> = {},
): readonly OrderEntry[] {
  const event = { kind, facts };
  return entriesFor(event, order, { ...order, ...changesFrom(order, event), ...leads });
}

/** `asset:acquirer +100 EUR` */
export function postingLine({ account, asset, units }: Posting): string {
  const code = asset.startsWith('iso4217:') ? asset.slice('iso4217:'.length) : 'BTC';
  return `${account} ${units > 0n ? '+' : ''}${plainUnits(units, asset)} ${code}`;
}

/** Units of the ledger as a decimal without zeros at its end. */
export function plainUnits(units: bigint, asset: string): string {
  return formatDecimal({ coefficient: units, scale: ledgerScale(asset) }).replace(/\.?0+$/, '');
}
