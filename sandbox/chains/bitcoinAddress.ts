import { Address, NETWORK, OutScript, p2wpkh, TEST_NETWORK } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import Script from 'bcoin/lib/script/script.js';

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };

/** Where the key's coins lie: its P2WPKH address in regtest's format. */
export function addressOfKey(privateKey: string): string {
  const { address } = p2wpkh(pubECDSA(Buffer.from(privateKey, 'hex')), REGTEST);
  if (!address) throw new Error('the key has no address');
  return address;
}

/**
 * By what the node's index finds an address: the hash or the program in its script. The mainnet's format says the same
 * script as regtest's own, so both are taken. Throws for anything else.
 */
export function scriptHashOf(address: string): Buffer {
  const hash = Script.fromRaw(Buffer.from(OutScript.encode(decodeBitcoinAddress(address)))).getAddress()?.hash;
  if (!hash) throw new RangeError(`${address} has no script that the node could find`);
  return hash;
}

/** Takes any of Bitcoin's own formats. Throws for what is none. */
export function decodeBitcoinAddress(address: string): ReturnType<ReturnType<typeof Address>['decode']> {
  for (const network of [REGTEST, NETWORK, TEST_NETWORK]) {
    try {
      return Address(network).decode(address);
    } catch {
      // Perhaps the next network's.
    }
  }
  throw new RangeError(`${address} is no Bitcoin address`);
}
