import type { OfferedCoin } from '../../providers/offers/offerPort.ts';
import type { Crypto } from '../catalog/catalog.ts';

/** A crypto of the catalog as other providers know it. */
export function coinOf({ asset, symbol, network, contract }: Crypto): OfferedCoin {
  return { asset, symbol, chain: network.chain, contract };
}
