import { formatDecimal } from '@slipway/money/decimal.ts';
import { ledgerScale, type Posting } from '../../ledger/posting.ts';
import { entriesFor, type OrderEntry } from './entries.ts';
import type { EventKind, FactsOf } from './events.ts';
import type { Order } from './order.ts';

/** What an event posts about an order that it leaves as it is, or changes to `after`. */
export function posted<Kind extends EventKind>(
  kind: Kind,
  facts: FactsOf<Kind>,
  order: Order,
  after: Order = order,
): readonly OrderEntry[] {
  return entriesFor({ kind, facts }, order, after);
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
