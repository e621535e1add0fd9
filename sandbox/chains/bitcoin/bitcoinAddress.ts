import { Address, NETWORK, OutScript, p2wpkh, TEST_NETWORK } from '@scure/btc-signer';
import { pubECDSA } from '@scure/btc-signer/utils.js';
import Script from 'bcoin/lib/script/script.js';

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' };

/** Returns the key's P2WPKH address in regtest's format. */
export function deriveAddress(privateKey: string): string {
  const { address } = p2wpkh(pubECDSA(Buffer.from(privateKey, 'hex')), REGTEST);
  if (!address) throw new Error('the key has no address');
  return address;
}

/**
 * Returns the hash or program of an address's script, by which the node's index finds it. Accepts addresses of mainnet, testnet
 * and regtest, which encode the same script. Throws for anything else.
 */
export function computeScriptHash(address: string): Buffer {
  const hash = Script.fromRaw(Buffer.from(OutScript.encode(decodeBitcoinAddress(address)))).getAddress()?.hash;
  if (!hash) throw new RangeError(`${address} has no script that the node could find`);
  return hash;
}

/** Decodes an address of mainnet, testnet or regtest. Throws for anything else. */
export function decodeBitcoinAddress(address: string): ReturnType<ReturnType<typeof Address>['decode']> {
  for (const network of [REGTEST, NETWORK, TEST_NETWORK]) {
    try {
      return Address(network).decode(address);
    } catch {
      // The address may belong to the next network.
    }
  }
  throw new RangeError(`${address} is no Bitcoin address`);
}
