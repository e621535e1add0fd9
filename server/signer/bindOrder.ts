import { type Amount, createAmount } from '@slipway/money/amount.ts';
import { isSameUnit } from '@slipway/money/asset.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { PayoutRequest } from '../providers/chain/chainPort.ts';
import type { Catalog, Crypto } from '../purchase/catalog/catalog.ts';
import type { Order } from '../purchase/order/order.ts';

/**
 * The payment and the delivery of an order. Assets, digits and the network come from the signer's configuration, never from
 * the order's row.
 */
export type BoundOrder = {
  readonly orderNo: string;
  readonly crypto: Crypto;
  readonly pay: Amount;
  readonly receive: Amount;
  readonly address: string;
};

/**
 * Returns the order's terms if every column that describes them agrees with the catalog and with each other, or undefined.
 * `receiveCurrency` decides the price, `receive` the amount and `network` the transaction. If they could differ, an expensive
 * coin could be sent at the price of a cheap one.
 */
export function bindOrder(catalog: Catalog, order: Order): BoundOrder | undefined {
  const { orderNo, pay, payCurrency, receive, receiveCurrency, requote, network, address } = order;
  const crypto = catalog.cryptos.get(receiveCurrency);
  const fiat = catalog.payCurrencies.get(payCurrency)?.asset;
  if (!crypto || !fiat || !isSameUnit(fiat, fiatAsset(payCurrency))) return undefined;
  const agrees =
    crypto.network.id === network &&
    crypto.asset.id.startsWith(`${crypto.network.chain}/`) &&
    isSameUnit(receive.asset, crypto.asset) &&
    (requote === null || isSameUnit(requote.asset, crypto.asset)) &&
    isSameUnit(pay.asset, fiat);
  if (!agrees || receive.units <= 0n || pay.units <= 0n) return undefined;
  return {
    orderNo,
    crypto,
    pay: createAmount(fiat, pay.units),
    receive: createAmount(crypto.asset, receive.units),
    address,
  };
}

/** Returns true if a payment on a network (CAIP-2) delivers exactly what the order promises. */
export function isPromised(bound: BoundOrder, network: string, { asset, to, units }: PayoutRequest): boolean {
  const { crypto, receive, address } = bound;
  return (
    network === crypto.network.chain && to === address && units === receive.units && isSameUnit(asset, receive.asset)
  );
}
