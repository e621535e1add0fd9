import type { PaymentUris } from '../chainPort.ts';
import { requiresMore, splitOnce } from '../uriParts.ts';

/**
 * `ethereum:[pay-]ADDRESS[@CHAIN][?value=…]` of EIP-681 (https://eips.ethereum.org/EIPS/eip-681). With a function the address is a
 * contract's, and the payee is among the parameters: refused.
 */
export const ethereumUris: PaymentUris = {
  scheme: 'ethereum',
  read(rest) {
    const [target, query] = splitOnce(rest, '?');
    if (target.includes('/') || requiresMore(query)) return undefined;
    const [address, chainId] = splitOnce(target.replace(/^pay-/, ''), '@');
    if (chainId === undefined) return { address };
    return /^[1-9]\d{0,15}$/.test(chainId) ? { address, network: `eip155:${chainId}` } : undefined;
  },
};
