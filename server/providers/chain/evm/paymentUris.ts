import type { PaymentUris } from '../chainPort.ts';
import { parameterNames, splitOnce } from '../uriParts.ts';

/**
 * `ethereum:[pay-]ADDRESS[@CHAIN]` of EIP-681 (https://eips.ethereum.org/EIPS/eip-681). A function or a parameter makes it
 * a transaction of its own: then the address may be the contract's.
 */
export const ethereumUris: PaymentUris = {
  scheme: 'ethereum',
  read(rest) {
    const [target, query] = splitOnce(rest, '?');
    if (target.includes('/') || parameterNames(query).length > 0) return undefined;
    const [address, chainId] = splitOnce(target.replace(/^pay-/, ''), '@');
    if (chainId === undefined) return { address };
    return /^[1-9]\d{0,15}$/.test(chainId) ? { address, network: `eip155:${chainId}` } : undefined;
  },
};
