import { getAddress, isAddress, zeroAddress } from 'viem';
import type { AddressVerdict } from '../chainPort.ts';
import { guessAddressNetwork } from '../foreignAddress.ts';
import { findAddressLoss } from './lostAddresses.ts';

const HEX_ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/**
 * Validates twenty bytes in hexadecimal; mixed case must match the checksum of EIP-55
 * (https://eips.ethereum.org/EIPS/eip-55). Rejects the treasury's address and those whose coins would be lost.
 */
export function validateEvmAddress(
  address: string,
  own: { readonly treasury: string; readonly contracts: ReadonlySet<string> },
): AddressVerdict {
  if (!HEX_ADDRESS.test(address)) {
    const looksLike = guessAddressNetwork(address);
    return looksLike ? { valid: false, fault: 'wrong_network', looksLike } : { valid: false, fault: 'malformed' };
  }
  const digits = address.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!isOneCase && !isAddress(address, { strict: true })) return { valid: false, fault: 'bad_checksum' };
  const normalized = getAddress(address.toLowerCase());
  if (normalized === zeroAddress) return { valid: false, fault: 'zero_address' };
  if (own.contracts.has(normalized.toLowerCase())) return { valid: false, fault: 'token_contract' };
  const loss = findAddressLoss(normalized);
  if (loss) return { valid: false, fault: loss };
  if (normalized === own.treasury) return { valid: false, fault: 'treasury_address' };
  return { valid: true, normalized };
}
