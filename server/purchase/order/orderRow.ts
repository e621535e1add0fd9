import { type Amount, createAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { Order } from './order.ts';

type AmountName = {
  [Name in keyof Order]-?: Amount extends Order[Name] ? Name : never;
}[keyof Order];

type UnitsRow = {
  readonly payAsset: string;
  readonly payDecimals: number;
  readonly receiveAsset: string;
  readonly receiveDecimals: number;
  readonly payUnits: bigint;
  readonly receiveUnits: bigint;
  readonly processingFeeUnits: bigint;
  readonly networkFeeUnits: bigint;
  readonly requoteUnits: bigint | null;
  readonly partnerShareUnits: bigint;
  readonly authorizedUnits: bigint;
  readonly capturedUnits: bigint;
  readonly receivedUnits: bigint;
  readonly refundedUnits: bigint;
  readonly surplusUnits: bigint;
  readonly surplusReturnedUnits: bigint;
  readonly disputedUnits: bigint;
  readonly clawedBackUnits: bigint;
};

/** An order as its store selects it: amounts in minor units, with their two assets. */
export type OrderRow = Omit<Order, AmountName> & UnitsRow;

export function parseOrderRow(row: OrderRow): Order {
  const {
    payAsset: payAssetId,
    payDecimals,
    receiveAsset: receiveAssetId,
    receiveDecimals,
    payUnits,
    receiveUnits,
    processingFeeUnits,
    networkFeeUnits,
    requoteUnits,
    partnerShareUnits,
    authorizedUnits,
    capturedUnits,
    receivedUnits,
    refundedUnits,
    surplusUnits,
    surplusReturnedUnits,
    disputedUnits,
    clawedBackUnits,
    ...plain
  } = row;
  const payAsset: Asset = { id: payAssetId, code: plain.payCurrency, decimals: payDecimals };
  const receiveAsset: Asset = { id: receiveAssetId, code: plain.receiveCurrency, decimals: receiveDecimals };
  const pay = (units: bigint) => createAmount(payAsset, units);
  return {
    ...plain,
    pay: pay(payUnits),
    receive: createAmount(receiveAsset, receiveUnits),
    processingFee: pay(processingFeeUnits),
    networkFee: pay(networkFeeUnits),
    requote: requoteUnits === null ? null : createAmount(receiveAsset, requoteUnits),
    partnerShare: pay(partnerShareUnits),
    authorized: pay(authorizedUnits),
    captured: pay(capturedUnits),
    received: pay(receivedUnits),
    refunded: pay(refundedUnits),
    surplus: pay(surplusUnits),
    surplusReturned: pay(surplusReturnedUnits),
    disputed: pay(disputedUnits),
    clawedBack: pay(clawedBackUnits),
  };
}
