import { type Amount, createAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import type { Order } from './order.ts';

type AmountName = {
  [Name in keyof Order]-?: Amount extends Order[Name] ? Name : never;
}[keyof Order];

type UnitsRow = {
  readonly pay_asset: string;
  readonly pay_decimals: number;
  readonly receive_asset: string;
  readonly receive_decimals: number;
  readonly pay_units: bigint;
  readonly receive_units: bigint;
  readonly processing_fee_units: bigint;
  readonly network_fee_units: bigint;
  readonly requote_units: bigint | null;
  readonly partner_share_units: bigint;
  readonly authorized_units: bigint;
  readonly captured_units: bigint;
  readonly received_units: bigint;
  readonly refunded_units: bigint;
  readonly surplus_units: bigint;
  readonly surplus_returned_units: bigint;
  readonly disputed_units: bigint;
  readonly clawed_back_units: bigint;
};

/** An order as its store selects it: amounts in minor units, with their two assets. */
export type OrderRow = Omit<Order, AmountName> & UnitsRow;

export function parseOrderRow(row: OrderRow): Order {
  const {
    pay_asset,
    pay_decimals,
    receive_asset,
    receive_decimals,
    pay_units,
    receive_units,
    processing_fee_units,
    network_fee_units,
    requote_units,
    partner_share_units,
    authorized_units,
    captured_units,
    received_units,
    refunded_units,
    surplus_units,
    surplus_returned_units,
    disputed_units,
    clawed_back_units,
    ...plain
  } = row;
  const payAsset: Asset = { id: pay_asset, code: plain.payCurrency, decimals: pay_decimals };
  const receiveAsset: Asset = { id: receive_asset, code: plain.receiveCurrency, decimals: receive_decimals };
  const pay = (units: bigint) => createAmount(payAsset, units);
  return {
    ...plain,
    pay: pay(pay_units),
    receive: createAmount(receiveAsset, receive_units),
    processingFee: pay(processing_fee_units),
    networkFee: pay(network_fee_units),
    requote: requote_units === null ? null : createAmount(receiveAsset, requote_units),
    partnerShare: pay(partner_share_units),
    authorized: pay(authorized_units),
    captured: pay(captured_units),
    received: pay(received_units),
    refunded: pay(refunded_units),
    surplus: pay(surplus_units),
    surplusReturned: pay(surplus_returned_units),
    disputed: pay(disputed_units),
    clawedBack: pay(clawed_back_units),
  };
}
