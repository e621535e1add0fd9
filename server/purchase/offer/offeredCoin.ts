import type { OfferedCoin } from '../../providers/offers/offerPort.ts';
import type { Crypto } from '../catalog/catalog.ts';

/** Returns a crypto of the catalog in the form used with other providers. */
export function toOfferedCoin({ asset, symbol, network, contract }: Crypto): OfferedCoin {
  return { asset, symbol, chain: network.chain, contract };
}
