import type { OfferedCoin, PayMethod } from '../offerPort.ts';
import type { RampAsset } from './client.ts';

/** PaymentMethodName of https://docs.ramp.network/rest-api-v3-reference (read 2026-11-22). */
export const RAMP_METHODS = {
  credit_debit_card: 'CARD_PAYMENT',
  apple_pay: 'APPLE_PAY',
  google_pay: 'GOOGLE_PAY',
  bank_transfer: 'MANUAL_BANK_TRANSFER',
} as const satisfies Readonly<Record<PayMethod, string>>;

export type RampMethod = (typeof RAMP_METHODS)[PayMethod];

/** Ramp's names of chains (https://api.rampnetwork.com/api/host-api/v3/assets, as others' clients read it, 2026-11-22). */
const CHAINS: ReadonlyMap<string, string> = new Map([
  ['BTC', 'bip122:000000000019d6689c085ae165831e93'],
  ['ETH', 'eip155:1'],
  ['OPTIMISM', 'eip155:10'],
  ['BSC', 'eip155:56'],
  ['MATIC', 'eip155:137'],
  ['BASE', 'eip155:8453'],
  ['ARBITRUM', 'eip155:42161'],
  ['CELO', 'eip155:42220'],
  ['AVAX', 'eip155:43114'],
  ['LINEA', 'eip155:59144'],
]);

type Named = Pick<RampAsset, 'chain' | 'address' | 'decimals'>;

/** By network and contract: two tokens may share a symbol. Amounts are base units, so that the digits have to agree. */
export function isSameCoin({ chain, address, decimals }: Named, coin: OfferedCoin): boolean {
  return (
    CHAINS.get(chain) === coin.chain &&
    (address ?? '').toLowerCase() === coin.contract.toLowerCase() &&
    decimals === coin.asset.decimals
  );
}

/** What is sold of a coin. */
export function assetOf(assets: readonly RampAsset[], coin: OfferedCoin): RampAsset | undefined {
  return assets.find((one) => one.enabled && !one.hidden && isSameCoin(one, coin));
}

/** `ETH_USDC`: as quotes and the widget name an asset. */
export function symbolOf({ chain, symbol }: Pick<RampAsset, 'chain' | 'symbol'>): string {
  return `${chain}_${symbol}`;
}
