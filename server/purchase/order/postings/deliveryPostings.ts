import { createAmount, subtractAmounts } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { move, type Posting } from '../../../ledger/posting.ts';
import { computeTakenAmount, type Order } from '../order.ts';
import type { NetworkFeeFact } from '../orderEventKinds.ts';

export function buildBroadcastPostings(order: Order): readonly Posting[] {
  return move(order.receive, 'asset:wallet', 'asset:transit');
}

export function buildDeliveredPostings(order: Order): readonly Posting[] {
  const converted = subtractAmounts(subtractAmounts(computeTakenAmount(order), order.processingFee), order.networkFee);
  return [
    ...move(order.receive, 'asset:transit', 'trading'),
    ...move(order.processingFee, 'income:processing', 'liability:buyer'),
    ...move(order.networkFee, 'income:network', 'liability:buyer'),
    ...move(converted, 'trading', 'liability:buyer'),
    ...move(order.partnerShare, 'liability:partner', 'expense:partner'),
  ];
}

export function buildNetworkFeePostings(fee: NetworkFeeFact | null): readonly Posting[] {
  if (!fee) return [];
  const native: Asset = { id: fee.asset, code: '', decimals: fee.decimals };
  return move(createAmount(native, fee.units), 'asset:wallet', 'expense:network');
}
