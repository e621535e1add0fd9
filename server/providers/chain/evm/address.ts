import { getAddress, isAddress, zeroAddress } from 'viem';
import type { AddressVerdict } from '../chainPort.ts';

const HEX_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const BITCOIN_ADDRESS = /^(?:(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{11,87}|[13mn2][1-9A-HJ-NP-Za-km-z]{25,34})$/i;

/** Twenty bytes in hexadecimal; mixed case must be the checksum of EIP-55 (https://eips.ethereum.org/EIPS/eip-55). */
export function validateEvmAddress(
  address: string,
  own: { readonly treasury: string; readonly contracts: ReadonlySet<string> },
): AddressVerdict {
  if (!HEX_ADDRESS.test(address)) {
    return BITCOIN_ADDRESS.test(address)
      ? { valid: false, fault: 'wrong_network', looksLike: 'Bitcoin' }
      : { valid: false, fault: 'malformed' };
  }
  const digits = address.slice(2);
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  if (!oneCase && !isAddress(address, { strict: true })) return { valid: false, fault: 'bad_checksum' };
  const normalized = getAddress(address.toLowerCase());
  if (normalized === zeroAddress) return { valid: false, fault: 'zero_address' };
  if (own.contracts.has(normalized.toLowerCase())) return { valid: false, fault: 'token_contract' };
  if (normalized === own.treasury) return { valid: false, fault: 'treasury_address' };
  return { valid: true, normalized };
}
