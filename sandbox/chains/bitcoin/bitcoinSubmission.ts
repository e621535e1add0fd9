import type FullNode from 'bcoin/lib/node/fullnode.js';
import type TX from 'bcoin/lib/primitives/tx.js';
import { RPC_CODES, RpcError } from './rpcError.ts';

/** Additional satoshi per 1,000 virtual bytes that a replacement pays (bitcoind's incrementalrelayfee). */
const INCREMENTAL_RATE = 1_000;

type Refusal = { readonly type?: string; readonly reason?: string };

/** bitcoind's reject reasons by bcoin's. */
const bitcoindRejectReasons: Readonly<Record<string, string>> = {
  'bad-txns-inputs-spent': 'txn-mempool-conflict',
  'insufficient priority': 'min relay fee not met',
  'rate limited free transaction': 'min relay fee not met',
  'absurdly-high-fee': 'max-fee-exceeded',
};

/**
 * bitcoind's `sendrawtransaction`: returns the id only when the transaction is in the memory pool. bcoin's own call returns
 * immediately in any case, and does not support replacement (BIP 125).
 */
export async function submitTransaction(node: FullNode, tx: TX): Promise<string> {
  const hash = tx.hash('hex');
  if (node.mempool.getEntry(hash)) return tx.txid();
  // Like bitcoind, recognizes a confirmed transaction only while one of its outputs is unspent.
  if (await node.chain.hasCoins(tx)) {
    throw new RpcError(RPC_CODES.alreadyInChain, 'Transaction outputs already in utxo set');
  }
  const replaced = await evictReplaced(node, tx);
  try {
    const missing = await node.mempool.addTX(tx);
    if (missing) {
      node.mempool.removeOrphan(hash);
      throw new RpcError(RPC_CODES.verifyError, 'bad-txns-inputs-missingorspent');
    }
    return tx.txid();
  } catch (error) {
    for (const earlier of replaced) await node.mempool.addTX(earlier).catch(() => null);
    throw toBitcoindError(error);
  }
}

function toBitcoindError(error: unknown): unknown {
  const { type, reason } = error as Refusal;
  if (type !== 'VerifyError' || reason === undefined) return error;
  return new RpcError(RPC_CODES.verifyRejected, bitcoindRejectReasons[reason] ?? reason);
}

/** Removes and returns the transactions that the transaction replaces under BIP 125. Throws if it pays too little for that. */
async function evictReplaced(node: FullNode, tx: TX): Promise<TX[]> {
  const { mempool } = node;
  const conflicts = new Set(tx.inputs.flatMap(({ prevout }) => mempool.getSpent(prevout.hash, prevout.index) ?? []));
  if (conflicts.size === 0) return [];
  const earlier = [...conflicts];
  if (!earlier.every((entry) => entry.tx.inputs.some((input) => input.isRBF()))) return [];
  const fee = tx.getFee(await mempool.getCoinView(tx));
  const minimumFee =
    earlier.reduce((sum, entry) => sum + entry.fee, 0) + Math.ceil((INCREMENTAL_RATE * tx.getVirtualSize()) / 1_000);
  if (fee < minimumFee) {
    throw new RpcError(RPC_CODES.verifyRejected, `insufficient fee, rejecting replacement ${tx.txid()}`);
  }
  for (const entry of earlier) mempool.evictEntry(entry);
  return earlier.map((entry) => entry.tx);
}
