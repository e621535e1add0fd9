import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { deriveAddress } from '../../sandbox/chains/bitcoin/bitcoinAddress.ts';
import { payByCard, placeFirstCardOrder } from '../buyers/cardPurchase.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import type { Installation } from './installation.testing.ts';

const EUROS = '60';
const COINS = ['ETH', 'POL', 'BTC'];
const NETWORKS: Readonly<Record<string, string>> = { ETH: 'ethereum', POL: 'polygon', BTC: 'bitcoin' };

/** A paid order, and its address, to which no other order pays. */
export type BoughtCoins = { readonly orderNo: string; readonly coin: string; readonly address: string };

/** Places `count` orders of the three coins in turn from the coin with index `first`, each for a new buyer, and pays by card. */
export async function buyCoins(
  { ports, desk, sandboxPort }: Installation,
  count: number,
  first = 0,
): Promise<readonly BoughtCoins[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const coin = COINS[(first + index) % COINS.length] ?? 'ETH';
      const client = createGatewayClient(`http://localhost:${ports[0]}`);
      const authToken = await client.logIn(desk, `${crypto.randomUUID()}@example.com`);
      const key = generatePrivateKey();
      const address = coin === 'BTC' ? deriveAddress(key.slice(2)) : privateKeyToAccount(key).address;
      const wanted = { getCurrency: coin, address, sendCurrencyAmount: EUROS };
      const orderNo = await placeFirstCardOrder(client, authToken, wanted);
      await payByCard(client, authToken, orderNo, sandboxPort);
      return { orderNo, coin, address };
    }),
  );
}

/** Returns what has arrived at the address of an order, in minor units. */
export async function readArrivedUnits({ desk }: Installation, { coin, address }: BoughtCoins): Promise<string> {
  const chain = (await desk.chains()).find(({ network }) => network === NETWORKS[coin]);
  if (!chain) throw new Error(`no chain of ${coin}`);
  return String(
    coin === 'BTC' ? await readBitcoinBalance(chain.rpcUrl, address) : await desk.balance(chain.network, coin, address),
  );
}

/** Returns the satoshi of an address's unspent outputs. */
async function readBitcoinBalance(rpcUrl: string, address: string): Promise<bigint> {
  const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method: 'listunspent', params: [0, 9_999_999, [address]] });
  const { origin, pathname } = new URL(rpcUrl);
  const answer = await fetch(origin + pathname, { method: 'POST', body });
  const { result } = (await answer.json()) as { result: readonly { readonly amount: number }[] };
  return result.reduce((sum, { amount }) => sum + BigInt(Math.round(amount * 1e8)), 0n);
}

/** Returns a function that generates numbers from 0 to below 1, the same ones for the same seed (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
