import type { PaymentUris } from '../chainPort.ts';
import { hasRequiredParameter, splitOnce } from '../uriParts.ts';

/**
 * `ethereum:[pay-]ADDRESS[@CHAIN][?value=…]` of EIP-681 (https://eips.ethereum.org/EIPS/eip-681). Refuses a URI with a
 * function: its address is a contract and the payee is a parameter.
 */
export const ethereumUris: PaymentUris = {
  scheme: 'ethereum',
  read(rest) {
    const [target, query] = splitOnce(rest, '?');
    if (target.includes('/') || hasRequiredParameter(query)) return undefined;
    const [address, chainId] = splitOnce(target.replace(/^pay-/, ''), '@');
    if (chainId === undefined) return { address };
    return /^[1-9]\d{0,15}$/.test(chainId) ? { address, network: `eip155:${chainId}` } : undefined;
  },
};
