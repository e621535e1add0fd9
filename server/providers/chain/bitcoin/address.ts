import { createHash } from 'node:crypto';
import { bech32, bech32m, createBase58check } from '@scure/base';
import type { AddressFault, AddressVerdict } from '../chainPort.ts';
import { networkItLooksLike } from '../foreignAddress.ts';
import { isLostAddress } from './lostAddresses.ts';
import type { BitcoinNetwork } from './manifest.ts';

export type BitcoinAddress = {
  readonly network: BitcoinNetwork | 'test';
  /** What an output to this address says. */
  readonly script: Uint8Array;
  /** The hash or the witness program in it. */
  readonly payload: Uint8Array;
  readonly normalized: string;
};

type Decoded = { readonly address: BitcoinAddress } | { readonly fault: AddressFault };

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());

/** Testnet and regtest share these. */
const base58Versions: ReadonlyMap<number, readonly [network: 'mainnet' | 'test', kind: 'p2pkh' | 'p2sh']> = new Map([
  [0x00, ['mainnet', 'p2pkh']],
  [0x05, ['mainnet', 'p2sh']],
  [0x6f, ['test', 'p2pkh']],
  [0xc4, ['test', 'p2sh']],
]);
const bech32Networks: Readonly<Record<string, BitcoinNetwork>> = { bc: 'mainnet', tb: 'testnet', bcrt: 'regtest' };

const BASE58_ADDRESS = /^[123mn][1-9A-HJ-NP-Za-km-z]{25,34}$/;
const BECH32_ADDRESS = /^(bc|tb|bcrt)1[a-z0-9]*$/i;
const HASH_LENGTH = 20;

/**
 * Base58check (P2PKH, P2SH), bech32 for witness version 0 (BIP 173) and bech32m for 1 to 16 (BIP 350), of the
 * configured network. A regtest chain pays the mainnet's addresses as well: what is paid is the script.
 */
export function validateBitcoinAddress(
  address: string,
  own: { readonly network: BitcoinNetwork; readonly treasuryScript: Uint8Array },
): AddressVerdict {
  const decoded = decodeBitcoinAddress(address);
  if ('fault' in decoded) {
    const looksLike = decoded.fault === 'malformed' ? networkItLooksLike(address) : undefined;
    return looksLike && !looksLike.startsWith('Bitcoin')
      ? { valid: false, fault: 'wrong_network', looksLike }
      : { valid: false, fault: decoded.fault };
  }
  const { network, script, payload, normalized } = decoded.address;
  if (!isPaidOn(own.network, network)) {
    return { valid: false, fault: 'wrong_network', looksLike: network === 'mainnet' ? 'Bitcoin' : 'Bitcoin testnet' };
  }
  if (isLostAddress(normalized, payload)) return { valid: false, fault: 'burn_address' };
  if (Buffer.compare(script, own.treasuryScript) === 0) return { valid: false, fault: 'treasury_address' };
  return { valid: true, normalized };
}

function isPaidOn(ours: BitcoinNetwork, theirs: BitcoinAddress['network']): boolean {
  if (theirs === 'test') return ours !== 'mainnet';
  return theirs === ours || (ours === 'regtest' && theirs === 'mainnet');
}

/** Bech32 may be written in capitals; in base58 every letter's case counts. */
export function foldBitcoinAddress(address: string): string {
  return BECH32_ADDRESS.test(address) ? address.toLowerCase() : address;
}

/** The script that pays the address. Throws for anything that {@link decodeBitcoinAddress} does not take. */
export function scriptOfAddress(address: string): Uint8Array {
  const decoded = decodeBitcoinAddress(address);
  if ('fault' in decoded) throw new RangeError(`${address} is no Bitcoin address: ${decoded.fault}`);
  return decoded.address.script;
}

export function decodeBitcoinAddress(address: string): Decoded {
  if (BECH32_ADDRESS.test(address)) return decodeSegwit(address);
  if (BASE58_ADDRESS.test(address)) return decodeBase58(address);
  return { fault: 'malformed' };
}

function decodeBase58(address: string): Decoded {
  let bytes: Uint8Array;
  try {
    bytes = base58check.decode(address);
  } catch {
    return { fault: 'bad_checksum' };
  }
  const version = base58Versions.get(bytes[0] ?? -1);
  const hash = bytes.subarray(1);
  if (!version || hash.length !== HASH_LENGTH) return { fault: 'malformed' };
  const [network, kind] = version;
  const script =
    kind === 'p2pkh'
      ? Uint8Array.of(0x76, 0xa9, HASH_LENGTH, ...hash, 0x88, 0xac)
      : Uint8Array.of(0xa9, HASH_LENGTH, ...hash, 0x87);
  return { address: { network, script, payload: hash, normalized: address } };
}

function decodeSegwit(address: string): Decoded {
  const lower = address.toLowerCase();
  // Both cases in one address are not allowed, and the checksum was made over one of them.
  if (address !== lower && address !== address.toUpperCase()) return { fault: 'malformed' };
  const first = bech32.decodeUnsafe(lower);
  const decoded = first ?? bech32m.decodeUnsafe(lower);
  if (!decoded) return { fault: 'bad_checksum' };
  const network = bech32Networks[decoded.prefix];
  const [version, ...words] = decoded.words;
  const program = bech32.fromWordsUnsafe(words);
  if (!network || version === undefined || !program || !isProgram(version, program)) return { fault: 'malformed' };
  // Version 0 with the newer checksum or a later version with the older one: the wallet that made it is faulty.
  if ((version === 0) !== (first !== undefined)) return { fault: 'bad_checksum' };
  const opcode = version === 0 ? 0x00 : 0x50 + version;
  return {
    address: {
      network,
      script: Uint8Array.of(opcode, program.length, ...program),
      payload: program,
      normalized: lower,
    },
  };
}

/** BIP 141: 2 to 40 bytes, and for version 0 a hash of a key or of a script. */
function isProgram(version: number, program: Uint8Array): boolean {
  if (version > 16 || program.length < 2 || program.length > 40) return false;
  return version !== 0 || program.length === HASH_LENGTH || program.length === 32;
}
