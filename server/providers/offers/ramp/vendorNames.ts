import type { OfferedCoin, ProviderMethods } from '../offerPort.ts';
import type { RampAsset, RampMethod } from './client.ts';

/**
 * PaymentMethodName of https://docs.ramp.network/rest-api-v3-reference (read 2026-11-22), and the times on Ramp's help pages:
 * immediate by card or wallet, up to a working day by transfer.
 */
export const RAMP_METHODS: ProviderMethods<{ readonly name: RampMethod; readonly publishedMinutes: number }> = {
  credit_debit_card: { name: 'CARD_PAYMENT', publishedMinutes: 10 },
  apple_pay: { name: 'APPLE_PAY', publishedMinutes: 10 },
  google_pay: { name: 'GOOGLE_PAY', publishedMinutes: 10 },
  bank_transfer: { name: 'MANUAL_BANK_TRANSFER', publishedMinutes: 24 * 60 },
};

/**
 * Ramp's names of chains (https://api.rampnetwork.com/api/host-api/v3/assets, as in other clients' code, 2026-11-22).
 */
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

type AssetIdentity = Pick<RampAsset, 'chain' | 'address' | 'decimals'>;

/**
 * Compares network and contract: two tokens may share a symbol. Amounts are in base units, so the decimals must be
 * equal.
 */
export function isSameCoin({ chain, address, decimals }: AssetIdentity, coin: OfferedCoin): boolean {
  return (
    CHAINS.get(chain) === coin.chain &&
    (address ?? '').toLowerCase() === coin.contract.toLowerCase() &&
    decimals === coin.asset.decimals
  );
}

/** Returns the asset of a coin if it is sold. */
export function findRampAsset(assets: readonly RampAsset[], coin: OfferedCoin): RampAsset | undefined {
  return assets.find((one) => one.enabled && !one.hidden && isSameCoin(one, coin));
}

/** Returns the name of an asset in quotes and the widget, as `ETH_USDC`. */
export function formatRampSymbol({ chain, symbol }: Pick<RampAsset, 'chain' | 'symbol'>): string {
  return `${chain}_${symbol}`;
}
