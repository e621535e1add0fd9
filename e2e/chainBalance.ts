import { createPublicClient, erc20Abi, getAddress, http } from 'viem';

/** One entry of the sandbox's `/api/chains`. */
export type SandboxChain = {
  readonly network: string;
  readonly rpcUrl: string;
  readonly assets: readonly { readonly symbol: string; readonly contract?: string | null; readonly decimals: number }[];
};

/** Returns an address's balance in the asset's smallest unit from the chain's node; for bitcoin, what the newest blocks pay. */
export function readChainBalance(chain: SandboxChain, symbol: string, address: string): Promise<bigint> {
  const asset = chain.assets.find((one) => one.symbol === symbol);
  if (!asset) throw new Error(`The sandbox's ${chain.network} has no ${symbol}.`);
  if (chain.network === 'bitcoin') return readBitcoinReceived(chain.rpcUrl, address);
  const client = createPublicClient({ transport: http(chain.rpcUrl) });
  if (!asset.contract) return client.getBalance({ address: getAddress(address) });
  return client.readContract({
    address: getAddress(asset.contract),
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [getAddress(address)],
  });
}

type BitcoinBlock = { readonly previousblockhash?: string; readonly tx: readonly string[] };
type BitcoinTransaction = { readonly vout: readonly BitcoinOutput[] };
type BitcoinOutput = {
  readonly value: number;
  readonly scriptPubKey: { readonly address?: string; readonly addresses?: readonly string[] };
};

/** A journey's payments are in the newest blocks; earlier blocks only let the first coins mature. */
const NEWEST_BLOCKS = 30;
const SATOSHI_PER_BITCOIN = 1e8;

/** Returns what the newest blocks pay to the address: a node without an address index cannot report a balance. */
async function readBitcoinReceived(rpcUrl: string, address: string): Promise<bigint> {
  let hash = (await callBitcoinNode(rpcUrl, 'getbestblockhash', [])) as string | undefined;
  let received = 0n;
  for (let depth = 0; depth < NEWEST_BLOCKS && hash !== undefined; depth += 1) {
    const block = (await callBitcoinNode(rpcUrl, 'getblock', [hash, true])) as BitcoinBlock;
    const transactions = await Promise.all(
      block.tx.map(
        async (id) => (await callBitcoinNode(rpcUrl, 'getrawtransaction', [id, true])) as BitcoinTransaction,
      ),
    );
    for (const output of transactions.flatMap(({ vout }) => vout)) {
      const { scriptPubKey } = output;
      const paidTo = [...(scriptPubKey.addresses ?? []), scriptPubKey.address ?? ''];
      if (paidTo.some((one) => isSameScript(one, address)))
        received += BigInt(Math.round(output.value * SATOSHI_PER_BITCOIN));
    }
    hash = block.previousblockhash;
  }
  return received;
}

const BECH32 = /^(?:bc|tb|bcrt)1([02-9ac-hj-np-z]+)[02-9ac-hj-np-z]{6}$/;

/** Compares addresses by script: networks use different prefixes, and so different checksums, for one script. */
function isSameScript(one: string, other: string): boolean {
  const script = BECH32.exec(one.toLowerCase())?.[1];
  return one === other || (script !== undefined && script === BECH32.exec(other.toLowerCase())?.[1]);
}

/** Makes a JSON-RPC call. Moves the URL's credentials to a header, since `fetch` rejects URLs with credentials. */
async function callBitcoinNode(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const { username, password, origin, pathname } = new URL(rpcUrl);
  const authorization = `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`;
  const answer = await fetch(origin + pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(username || password ? { authorization } : {}) },
    body: JSON.stringify({ jsonrpc: '1.0', id: method, method, params }),
  });
  const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } | null };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}
