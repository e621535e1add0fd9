import { ok, refused } from '../../outcome.ts';
import type { Asked } from '../../vendor.ts';
import { createBitcoinClient } from './client.ts';
import type { BitcoinConfig, BitcoinNetwork } from './manifest.ts';

/** What bitcoind calls its networks (`getblockchaininfo`, field `chain`). */
const networkOfWord: Readonly<Record<string, BitcoinNetwork>> = {
  main: 'mainnet',
  test: 'testnet',
  testnet4: 'testnet',
  signet: 'testnet',
  regtest: 'regtest',
};

/** Asks the node which network it follows: the same address may be ours on all of them. */
export async function askNode({ rpcUrl, network }: Pick<BitcoinConfig, 'rpcUrl' | 'network'>): Promise<Asked> {
  try {
    const word = await createBitcoinClient(rpcUrl).getNetworkWord();
    if (networkOfWord[word] !== network) return refused(`its node follows ${word}, not ${network}`);
    return ok(network === 'mainnet' ? 'live' : 'test');
  } catch (error) {
    return { kind: 'unavailable', retryAfterMs: 0, detail: error instanceof Error ? error.message : String(error) };
  }
}
