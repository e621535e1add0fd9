import { ok, refused } from '../../outcome.ts';
import type { CredentialCheck } from '../../vendor.ts';
import { createBitcoinClient } from './client.ts';
import type { BitcoinConfig, BitcoinNetwork } from './manifest.ts';
import { RpcRefusal } from './rpc.ts';

/** Names that bitcoind uses for its networks (`getblockchaininfo`, field `chain`). */
const networksByNodeName: Readonly<Record<string, BitcoinNetwork>> = {
  main: 'mainnet',
  test: 'testnet',
  testnet4: 'testnet',
  signet: 'testnet',
  regtest: 'regtest',
};

/**
 * Error codes: the wallet is not found; the URL names none although there are several; the method is not found, on a node
 * without wallets (src/rpc/protocol.h).
 */
const NO_WALLET: ReadonlySet<number> = new Set([-18, -19, -32601]);

/**
 * Checks that the node follows the configured network, since an address may exist on several. Also checks that it has
 * loaded the wallet that the URL names, and that this wallet has scanned the whole chain.
 */
export async function checkBitcoinNode({
  rpcUrl,
  network,
}: Pick<BitcoinConfig, 'rpcUrl' | 'network'>): Promise<CredentialCheck> {
  try {
    const client = createBitcoinClient(rpcUrl);
    const nodeNetwork = await client.getNetworkName();
    if (networksByNodeName[nodeNetwork] !== network) return refused(`its node follows ${nodeNetwork}, not ${network}`);
    const backlog = await client.getWalletBacklog();
    if (backlog > 0) return unavailable(`its wallet still has to scan ${Math.ceil(backlog * 100)} % of the chain`);
    return ok(network === 'mainnet' ? 'live' : 'test');
  } catch (error) {
    if (error instanceof RpcRefusal && NO_WALLET.has(error.code))
      return refused(`the URL of its node names no wallet that the node has loaded: ${error.message}`);
    return unavailable(error instanceof Error ? error.message : String(error));
  }
}

function unavailable(detail: string) {
  return { kind: 'unavailable', retryAfterMs: 0, detail } as const;
}
