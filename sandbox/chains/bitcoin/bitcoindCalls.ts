import type FullNode from 'bcoin/lib/node/fullnode.js';
import type { Call, Coin, MempoolEntry } from 'bcoin/lib/node/fullnode.js';
import TX from 'bcoin/lib/primitives/tx.js';
import { computeScriptHash } from './bitcoinAddress.ts';
import type { BitcoinFees } from './bitcoinFees.ts';
import { submitTransaction } from './bitcoinSubmission.ts';
import { createWatchOnlyCalls } from './bitcoinWallet.ts';
import { RPC_CODES, RpcError } from './rpcError.ts';

const SATOSHI = 100_000_000;
const COINBASE_MATURITY = 100;

/**
 * Makes bcoin answer these calls like bitcoind, whose protocol the product uses
 * (https://developer.bitcoin.org/reference/rpc).
 */
export function installBitcoindCalls(node: FullNode, fees: BitcoinFees, watched: string): void {
  const { calls } = node.rpc;
  const original = (name: string): Call => {
    const call = calls[name];
    if (!call) throw new Error(`bcoin has no ${name}`);
    return (parameters) => call.call(node.rpc, parameters);
  };
  const getBlock = original('getblock');

  calls['sendrawtransaction'] = async ([hex]) => submitTransaction(node, parseTransaction(hex));
  calls['estimatesmartfee'] = async ([blocks]) => ({ feerate: fees.rate() / SATOSHI, blocks });
  calls['listunspent'] = async ([minimum = 1, maximum = 9_999_999, addresses = [], includeUnsafe = true]) =>
    listUnspent(node, {
      minimum: Number(minimum),
      maximum: Number(maximum),
      addresses: (addresses as unknown[]).map(String),
      includeUnsafe: includeUnsafe !== false,
    });
  calls['getblock'] = async ([hash, verbosity = 1]) => getBlock([hash, Number(verbosity) > 0, Number(verbosity) > 1]);
  calls['getrawtransaction'] = translateNotFound(
    original('getrawtransaction'),
    'Transaction not found.',
    'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
  );
  Object.assign(calls, createWatchOnlyCalls(node, watched, calls['getrawtransaction']));
  calls['getmempoolentry'] = async ([transactionId]) => buildMempoolEntry(node, String(transactionId));
}

/** Returns a mempool entry with the counts, sizes and fees of its unconfirmed ancestors, which bcoin's own answer omits. */
function buildMempoolEntry(node: FullNode, transactionId: string) {
  const hash = Buffer.from(Buffer.from(transactionId, 'hex').toReversed()).toString('hex');
  const entry = node.mempool.getEntry(hash);
  if (!entry) throw new RpcError(RPC_CODES.invalidAddressOrKey, 'Transaction not in mempool');
  const entryAndAncestors = [entry, ...node.mempool.getAncestors(entry)];
  const sum = (readValue: (each: MempoolEntry) => number) =>
    entryAndAncestors.reduce((total, each) => total + readValue(each), 0);
  return {
    vsize: entry.tx.getVirtualSize(),
    ancestorcount: entryAndAncestors.length,
    ancestorsize: sum(({ tx }) => tx.getVirtualSize()),
    fees: { base: entry.fee / SATOSHI, ancestor: sum(({ fee }) => fee) / SATOSHI },
    depends: entryAndAncestors.slice(1).map(({ tx }) => tx.txid()),
  };
}

/** Translates bcoin's generic error to bitcoind's error for an unknown object. */
function translateNotFound(call: Call, nodeMessage: string, message: string): Call {
  return async (parameters) => {
    try {
      return await call(parameters);
    } catch (error) {
      if ((error as Error).message !== nodeMessage) throw error;
      throw new RpcError(RPC_CODES.invalidAddressOrKey, message);
    }
  };
}

function parseTransaction(hex: unknown): TX {
  try {
    return TX.fromRaw(Buffer.from(String(hex), 'hex'));
  } catch {
    throw new RpcError(RPC_CODES.deserialization, 'TX decode failed. Make sure the tx has at least one input.');
  }
}

type UnspentFilter = {
  readonly minimum: number;
  readonly maximum: number;
  readonly addresses: readonly string[];
  readonly includeUnsafe: boolean;
};

/** Lists outputs like a wallet that watches these addresses; omits immature coinbases, which are not spendable. */
async function listUnspent(node: FullNode, { minimum, maximum, addresses, includeUnsafe }: UnspentFilter) {
  if (addresses.length === 0) throw new RpcError(RPC_CODES.invalidParameter, 'addresses are required here');
  const listed = [];
  for (const address of addresses) {
    for (const coin of await node.getCoinsByAddress(computeScriptHash(address))) {
      const confirmations = coin.height === -1 ? 0 : node.chain.height - coin.height + 1;
      if (confirmations < minimum || confirmations > maximum) continue;
      if (coin.coinbase && confirmations <= COINBASE_MATURITY) continue;
      const safe = confirmations > 0 || (await isOwnChange(node, coin, address));
      if (!safe && !includeUnsafe) continue;
      listed.push({
        txid: coin.txid(),
        vout: coin.index,
        address,
        scriptPubKey: coin.script.toJSON(),
        amount: coin.value / SATOSHI,
        confirmations,
        spendable: false,
        solvable: false,
        safe,
      });
    }
  }
  return listed;
}

/** Returns true if the unconfirmed transaction of this output spends only from the same address. */
async function isOwnChange(node: FullNode, coin: Coin, address: string): Promise<boolean> {
  const parent = node.mempool.getTX(coin.hash);
  if (!parent) return false;
  const own = computeScriptHash(address);
  return parent.getInputAddresses(await node.mempool.getCoinView(parent)).every(({ hash }) => hash.equals(own));
}
