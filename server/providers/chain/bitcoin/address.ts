import { createHash } from 'node:crypto';
import { bech32, bech32m, createBase58check } from '@scure/base';
import type { AddressFault, AddressVerdict } from '../chainPort.ts';
import { guessAddressNetwork } from '../foreignAddress.ts';
import type { BitcoinNetwork } from './manifest.ts';

/**
 * Mainnet addresses that were composed by hand with a valid checksum, and that have no key.
 * https://en.bitcoin.it/wiki/Proof_of_burn, https://counterparty.io/docs/faq-xcp/ (the burn of 2014), and
 * https://mempool.space/address/1BitcoinEaterAddressDontSendf59kuE
 */
const BURN_ADDRESSES: ReadonlySet<string> = new Set([
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
]);

/** Witness program of pay to anchor, bc1pfeessrawgf: anyone may spend it (https://github.com/bitcoin/bitcoin/pull/30352). */
const ANCHOR = '4e73';
/** In bytes. A shorter payload, which later witness versions allow, is not a hash. */
const SHORTEST_HASH = 20;

/**
 * Returns true if coins sent to the address are lost: it has no key, or anyone may spend them. `payload`: the hash or the
 * witness program. A payload that repeats a single byte, such as the twenty zeros of 1111111111111111111114oLvT2, has no key.
 */
function isBurnAddress(address: string, payload: Uint8Array): boolean {
  if (BURN_ADDRESSES.has(address) || Buffer.from(payload).toString('hex') === ANCHOR) return true;
  return payload.length >= SHORTEST_HASH && payload.every((byte) => byte === payload[0]);
}

export type BitcoinAddress = {
  /** `test`: a Base58 address, valid on testnet and on regtest. */
  readonly network: BitcoinNetwork | 'test';
  /** Script of an output that pays this address. */
  readonly script: Uint8Array;
  /** The hash or the witness program of the script. */
  readonly payload: Uint8Array;
  readonly normalized: string;
};

type DecodedAddress = { readonly address: BitcoinAddress } | { readonly fault: AddressFault };

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());

/** Testnet and regtest share the test versions. */
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
 * Validates Base58check (P2PKH, P2SH), bech32 for witness version 0 (BIP 173) and bech32m for 1 to 16 (BIP 350), of the
 * configured network. Rejects burn addresses and the treasury's address. A regtest chain also pays mainnet addresses,
 * since only the script matters.
 */
export function validateBitcoinAddress(
  address: string,
  own: { readonly network: BitcoinNetwork; readonly treasuryScript: Uint8Array },
): AddressVerdict {
  const decoded = decodeBitcoinAddress(address);
  if ('fault' in decoded) {
    const looksLike = decoded.fault === 'malformed' ? guessAddressNetwork(address) : undefined;
    return looksLike && !looksLike.startsWith('Bitcoin')
      ? { valid: false, fault: 'wrong_network', looksLike }
      : { valid: false, fault: decoded.fault };
  }
  const { network, script, payload, normalized } = decoded.address;
  if (!isPayableOn(own.network, network)) {
    return { valid: false, fault: 'wrong_network', looksLike: network === 'mainnet' ? 'Bitcoin' : 'Bitcoin testnet' };
  }
  if (isBurnAddress(normalized, payload)) return { valid: false, fault: 'burn_address' };
  if (Buffer.compare(script, own.treasuryScript) === 0) return { valid: false, fault: 'treasury_address' };
  return { valid: true, normalized };
}

function isPayableOn(configured: BitcoinNetwork, network: BitcoinAddress['network']): boolean {
  if (network === 'test') return configured !== 'mainnet';
  return network === configured || (configured === 'regtest' && network === 'mainnet');
}

/** Returns one text for all spellings of an address: bech32 may be in upper case; base58 is case-sensitive. */
export function toComparableBitcoinAddress(address: string): string {
  return BECH32_ADDRESS.test(address) ? address.toLowerCase() : address;
}

/** Returns the script that pays the address. Throws for an address that {@link decodeBitcoinAddress} rejects. */
export function encodeOutputScript(address: string): Uint8Array {
  const decoded = decodeBitcoinAddress(address);
  if ('fault' in decoded) throw new RangeError(`${address} is no Bitcoin address: ${decoded.fault}`);
  return decoded.address.script;
}

export function decodeBitcoinAddress(address: string): DecodedAddress {
  if (BECH32_ADDRESS.test(address)) return decodeSegwit(address);
  if (BASE58_ADDRESS.test(address)) return decodeBase58(address);
  return { fault: 'malformed' };
}

function decodeBase58(address: string): DecodedAddress {
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

function decodeSegwit(address: string): DecodedAddress {
  const lower = address.toLowerCase();
  // Mixed case is not allowed, and the checksum is computed over one case.
  if (address !== lower && address !== address.toUpperCase()) return { fault: 'malformed' };
  const asBech32 = bech32.decodeUnsafe(lower);
  const decoded = asBech32 ?? bech32m.decodeUnsafe(lower);
  if (!decoded) return { fault: 'bad_checksum' };
  const network = bech32Networks[decoded.prefix];
  const [version, ...words] = decoded.words;
  const program = bech32.fromWordsUnsafe(words);
  if (!network || version === undefined || !program || !isWitnessProgram(version, program))
    return { fault: 'malformed' };
  // Version 0 with the newer checksum, or a later version with the older one: a faulty wallet made it.
  if ((version === 0) !== (asBech32 !== undefined)) return { fault: 'bad_checksum' };
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

/** Checks BIP 141: 2 to 40 bytes, and for version 0 the hash of a key or a script. */
function isWitnessProgram(version: number, program: Uint8Array): boolean {
  if (version > 16 || program.length < 2 || program.length > 40) return false;
  return version !== 0 || program.length === HASH_LENGTH || program.length === 32;
}
