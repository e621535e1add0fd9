import { ok, refused } from '../../outcome.ts';
import type { CredentialCheck } from '../../vendor.ts';
import { createEvmClient, unavailable } from './client.ts';
import type { EvmConfig } from './manifest.ts';
import { isTestChain } from './testChains.ts';

/** Checks that the node follows the configured chain, since payouts are signed for one chain id. */
export async function checkEvmNode({
  rpcUrl,
  chainId,
}: Pick<EvmConfig, 'rpcUrl' | 'chainId'>): Promise<CredentialCheck> {
  try {
    const followed = await createEvmClient(rpcUrl).getChainId();
    if (followed !== chainId) return refused(`its node follows chain ${followed}, not ${chainId}`);
    return ok(isTestChain(followed) ? 'test' : 'live');
  } catch (error) {
    return unavailable(error);
  }
}
