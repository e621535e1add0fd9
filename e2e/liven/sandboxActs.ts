import { credentials } from '../../sandbox/world/credentials.ts';
import type { Desk, FaultSwitch } from '../desk.ts';

/** What no buyer does: the world around the product, by the sandbox's own API and its local chains. */

/** Adds to what is switched on, and takes nothing of it away. */
export async function addFault(desk: Desk, fault: FaultSwitch): Promise<void> {
  const now = (await (await fetch(`${desk.url}/api/faults`)).json()) as readonly FaultSwitch[];
  await desk.faults([...now, fault]);
}

/** Takes coins out of the treasury on a local chain, without a transaction: a difference that nothing explains. */
export async function loseCoins(desk: Desk, network: string, wei: bigint): Promise<void> {
  const chain = (await desk.chains()).find((one) => one.network === network);
  if (!chain) throw new Error(`the sandbox has no network ${network}`);
  const ask = async (method: string, ...params: string[]): Promise<unknown> => {
    const answer = await fetch(chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await answer.json()) as { readonly result?: unknown; readonly error?: object };
    if (error) throw new Error(`${network} answered ${method} with ${JSON.stringify(error)}`);
    return result;
  };
  const { evmAddress } = credentials.treasury;
  const held = BigInt(String(await ask('eth_getBalance', evmAddress, 'latest')));
  await ask('anvil_setBalance', evmAddress, `0x${(held - wei).toString(16)}`);
}
