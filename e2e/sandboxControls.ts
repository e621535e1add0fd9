import { credentials } from '../sandbox/world/credentials.ts';
import { assignSandboxPorts } from '../sandbox/world/ports.ts';
import type { SandboxClient } from './sandboxClient.ts';

/** A fault in the format of the sandbox's `/api/faults`; the sandbox has a default for every omitted field. */
export type FaultSwitch = {
  readonly standIn: string;
  readonly effect: string;
  readonly call?: string;
  readonly subject?: string;
  readonly after?: number;
  readonly times?: number;
  readonly size?: number;
};

/**
 * Changes to the sandbox that every order, buyer and operator of its world can notice. A test gets them only in a separate world
 * (`exclusiveWorld.ts`), never in the world that other tests use at the same time.
 */
export type SandboxControls = {
  /** Moves the product's clock forward; it cannot be moved back. */
  advanceClock(seconds: number): Promise<void>;
  /** Replaces all fault switches. */
  injectFaults(switches: readonly FaultSwitch[]): Promise<void>;
  /** Adds a fault switch to those that are on. */
  addFault(fault: FaultSwitch): Promise<void>;
  /** Moves a coin's price on every exchange by this percentage of its undisturbed price. */
  shiftPrice(base: string, percent: number): Promise<void>;
  /** Runs `act` while the network makes no blocks. */
  withoutBlocks(network: string, act: () => Promise<void>): Promise<void>;
  /** Removes coins from the treasury's address without a transaction: an unexplained difference. */
  loseCoins(network: string, wei: bigint): Promise<void>;
  /** Pays coins into the operator's account at the exchange. `amount` is a decimal in units of the coin. */
  depositAtExchange(asset: string, amount: string): Promise<void>;
  /** Switches all faults off and undoes all price shifts made here. */
  restore(): Promise<void>;
};

export function createSandboxControls(desk: SandboxClient): SandboxControls {
  const shiftedCoins = new Set<string>();

  async function send(method: string, url: string, body?: unknown): Promise<void> {
    const answer = await fetch(url, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`);
  }

  const injectFaults = (switches: readonly FaultSwitch[]) => send('PUT', `${desk.url}/api/faults`, switches);
  const setPriceShift = (base: string, percent: number) => send('POST', `${desk.url}/api/prices`, { base, percent });

  return {
    advanceClock: (seconds) => send('POST', `${desk.url}/api/clock`, { advanceSeconds: seconds }),
    injectFaults,
    async addFault(fault) {
      const current = (await (await fetch(`${desk.url}/api/faults`)).json()) as readonly FaultSwitch[];
      await injectFaults([...current, fault]);
    },
    async shiftPrice(base, percent) {
      shiftedCoins.add(base);
      await setPriceShift(base, percent);
    },
    async withoutBlocks(network, act) {
      await send('POST', `${desk.url}/api/chains/${network}/pause`);
      try {
        await act();
      } finally {
        await send('POST', `${desk.url}/api/chains/${network}/resume`);
      }
    },
    async loseCoins(network, wei) {
      const chain = (await desk.chains()).find((one) => one.network === network);
      if (!chain) throw new Error(`the sandbox has no network ${network}`);
      const { evmAddress } = credentials.treasury;
      const balance = BigInt(String(await callNode(chain.rpcUrl, 'eth_getBalance', evmAddress, 'latest')));
      await callNode(chain.rpcUrl, 'anvil_setBalance', evmAddress, `0x${(balance - wei).toString(16)}`);
      // The sandbox reads the treasury's balances when it makes a block.
      await send('POST', `${desk.url}/api/chains/${network}/mine`, {});
    },
    async depositAtExchange(asset, amount) {
      const { kraken } = assignSandboxPorts(Number(new URL(desk.url).port));
      await send('POST', `http://localhost:${kraken}/api/movements`, { type: 'deposit', asset, amount });
    },
    async restore() {
      await injectFaults([]);
      for (const coin of shiftedCoins) await setPriceShift(coin, 0);
      shiftedCoins.clear();
    },
  };
}

/** Makes a JSON-RPC call to a local chain's node. */
async function callNode(rpcUrl: string, method: string, ...params: string[]): Promise<unknown> {
  const answer = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await answer.json()) as { readonly result?: unknown; readonly error?: object };
  if (error) throw new Error(`${method} answered ${JSON.stringify(error)}`);
  return result;
}
