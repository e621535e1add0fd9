/**
 * Addresses that were written by hand, letter by letter, with a fitting checksum, and not made from a key. They are of the
 * mainnet. https://en.bitcoin.it/wiki/Proof_of_burn, https://counterparty.io/docs/faq-xcp/ (the burn of 2014), and
 * https://mempool.space/address/1BitcoinEaterAddressDontSendf59kuE
 */
const BURN_ADDRESSES: ReadonlySet<string> = new Set([
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
]);

/** Pay to anchor, bc1pfeessrawgf: anyone may spend what is sent there (https://github.com/bitcoin/bitcoin/pull/30352). */
const ANCHOR = '4e73';
const SHORTEST_HASH = 20;

/**
 * Whether coins that are sent to the address are lost. `payload`: the hash or the witness program. One that repeats a
 * single byte, such as 1111111111111111111114oLvT2 with twenty zeros, is made from no key either.
 */
export function isLostAddress(address: string, payload: Uint8Array): boolean {
  if (BURN_ADDRESSES.has(address) || Buffer.from(payload).toString('hex') === ANCHOR) return true;
  return payload.length >= SHORTEST_HASH && payload.every((byte) => byte === payload[0]);
}
