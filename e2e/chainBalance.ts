import { createPublicClient, erc20Abi, getAddress, http } from 'viem';

/** One entry of the sandbox's `/api/chains`. */
export type Chain = {
  readonly network: string;
  readonly rpcUrl: string;
  readonly assets: readonly { readonly symbol: string; readonly contract?: string | null; readonly decimals: number }[];
};

/** In the asset's smallest unit, from the chain's own node. */
export function balanceOn(chain: Chain, symbol: string, address: string): Promise<bigint> {
  const asset = chain.assets.find((one) => one.symbol === symbol);
  if (!asset) throw new Error(`The sandbox's ${chain.network} has no ${symbol}.`);
  if (chain.network === 'bitcoin') return bitcoinReceived(chain.rpcUrl, address);
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

/** A journey's blocks are the newest; those before it only mature the first coins. */
const NEWEST_BLOCKS = 30;
const SATOSHI_PER_BITCOIN = 1e8;

/** What the newest blocks pay to the address: a node without an index of addresses knows no balance. */
async function bitcoinReceived(rpcUrl: string, address: string): Promise<bigint> {
  let hash = (await bitcoinCall(rpcUrl, 'getbestblockhash', [])) as string | undefined;
  let received = 0n;
  for (let depth = 0; depth < NEWEST_BLOCKS && hash !== undefined; depth += 1) {
    const block = (await bitcoinCall(rpcUrl, 'getblock', [hash, true])) as BitcoinBlock;
    const transactions = await Promise.all(
      block.tx.map(async (id) => (await bitcoinCall(rpcUrl, 'getrawtransaction', [id, true])) as BitcoinTransaction),
    );
    for (const output of transactions.flatMap(({ vout }) => vout)) {
      const { scriptPubKey } = output;
      const paidTo = [...(scriptPubKey.addresses ?? []), scriptPubKey.address ?? ''];
      if (paidTo.some((one) => isSameOutput(one, address)))
        received += BigInt(Math.round(output.value * SATOSHI_PER_BITCOIN));
    }
    hash = block.previousblockhash;
  }
  return received;
}

const BECH32 = /^(?:bc|tb|bcrt)1([02-9ac-hj-np-z]+)[02-9ac-hj-np-z]{6}$/;

/** Networks write one script with different prefixes, and so with different checksums; what is between is the script. */
function isSameOutput(one: string, other: string): boolean {
  const script = BECH32.exec(one.toLowerCase())?.[1];
  return one === other || (script !== undefined && script === BECH32.exec(other.toLowerCase())?.[1]);
}

/** Credentials in the address become basic authentication, which `fetch` would refuse to take from there. */
async function bitcoinCall(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
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
