import type FullNode from 'bcoin/lib/node/fullnode.js';
import type { Call, TransactionMeta } from 'bcoin/lib/node/fullnode.js';
import TX from 'bcoin/lib/primitives/tx.js';
import { computeScriptHash } from './bitcoinAddress.ts';
import { RPC_CODES, RpcError } from './rpcError.ts';

type RawOutput = { readonly value: number; readonly scriptPubKey: { readonly addresses?: readonly string[] } };
type RawTransaction = {
  readonly txid: string;
  readonly vin: readonly object[];
  readonly vout: readonly RawOutput[];
  readonly hex: string;
  readonly blockhash: string | null;
  readonly confirmations: number;
};

/**
 * Returns bitcoind's calls for a wallet that watches one address from the first block on. The wallet knows the transactions that
 * pay the address or spend from it (https://developer.bitcoin.org/reference/rpc/gettransaction.html). `find` answers
 * `getrawtransaction`.
 */
export function createWatchOnlyCalls(node: FullNode, address: string, find: Call): Readonly<Record<string, Call>> {
  const hash = computeScriptHash(address);
  const walletHash = hash.toString('hex');
  return {
    // The newest entries, sorted oldest first (https://developer.bitcoin.org/reference/rpc/listtransactions.html).
    listtransactions: async ([_label, count = 10, skip = 0]) => {
      const metas = (await node.getMetaByAddress(hash)).toSorted(
        (a, b) => getTransactionTime(a) - getTransactionTime(b),
      );
      const entries = metas.flatMap((meta) => {
        const { tx, height } = meta;
        const confirmations = height === -1 ? 0 : node.chain.height - height + 1;
        const entry = { txid: tx.txid(), time: getTransactionTime(meta), confirmations };
        return findCategories(tx, walletHash).map((category) => ({ category, ...entry }));
      });
      const end = entries.length - Number(skip);
      return entries.slice(Math.max(0, end - Number(count)), Math.max(0, end));
    },
    getwalletinfo: async () => ({ walletname: 'treasury', private_keys_enabled: false, scanning: false }),
    gettransaction: async ([transactionId]) => {
      const raw = (await find([transactionId, true]).catch(() => undefined)) as RawTransaction | undefined;
      if (!raw || !isWalletTransaction(raw, walletHash))
        throw new RpcError(RPC_CODES.invalidAddressOrKey, 'Invalid or non-wallet transaction id');
      const { txid, hex, blockhash, confirmations } = raw;
      const details = findCategories(TX.fromRaw(Buffer.from(hex, 'hex')), walletHash).map((category) => ({ category }));
      const vout = raw.vout.map((output) => {
        const { addresses: [only] = [] } = output.scriptPubKey;
        return { ...output, scriptPubKey: { ...output.scriptPubKey, ...(only && { address: only }) } };
      });
      const decoded = { ...raw, vout };
      return { txid, hex, confirmations, ...(blockhash !== null && { blockhash }), details, decoded };
    },
  };
}

function isWalletTransaction({ hex }: RawTransaction, walletHash: string): boolean {
  return findCategories(TX.fromRaw(Buffer.from(hex, 'hex')), walletHash).length > 0;
}

/** Returns the wallet's categories of a transaction; one that spends from the wallet and returns change to it is only `send`. */
function findCategories({ inputs, outputs }: TX, walletHash: string): ('send' | 'receive')[] {
  if (inputs.some((input) => input.getHash(null, 'hex') === walletHash)) return ['send'];
  return outputs.some((output) => output.getHash('hex') === walletHash) ? ['receive'] : [];
}

/** Returns the block's time, or the time of arrival in the mempool, in seconds. */
function getTransactionTime({ height, time, mtime }: TransactionMeta): number {
  return height === -1 ? mtime : time;
}
