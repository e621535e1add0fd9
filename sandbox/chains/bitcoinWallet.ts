import type FullNode from 'bcoin/lib/node/fullnode.js';
import type { Call, TransactionMeta } from 'bcoin/lib/node/fullnode.js';
import TX from 'bcoin/lib/primitives/tx.js';
import { scriptHashOf } from './bitcoinAddress.ts';
import { RPC_CODES, RpcError } from './rpcError.ts';

type RawOutput = { readonly value: number; readonly scriptPubKey: { readonly addresses?: readonly string[] } };
type Raw = {
  readonly txid: string;
  readonly vin: readonly object[];
  readonly vout: readonly RawOutput[];
  readonly hex: string;
  readonly blockhash: string | null;
  readonly confirmations: number;
};

/**
 * bitcoind's calls of a wallet that watches one address from the first block on. It knows what pays that address and what
 * spends from it (https://developer.bitcoin.org/reference/rpc/gettransaction.html); `find` answers `getrawtransaction`.
 */
export function watchingWallet(node: FullNode, address: string, find: Call): Readonly<Record<string, Call>> {
  const hash = scriptHashOf(address);
  const own = hash.toString('hex');
  return {
    // The newest entries, the oldest of them first (https://developer.bitcoin.org/reference/rpc/listtransactions.html).
    listtransactions: async ([_label, count = 10, skip = 0]) => {
      const metas = (await node.getMetaByAddress(hash)).toSorted((a, b) => timeOf(a) - timeOf(b));
      const entries = metas.flatMap((meta) => {
        const { tx, height } = meta;
        const confirmations = height === -1 ? 0 : node.chain.height - height + 1;
        const entry = { txid: tx.txid(), time: timeOf(meta), confirmations };
        return categoriesOf(tx, own).map((category) => ({ category, ...entry }));
      });
      const end = entries.length - Number(skip);
      return entries.slice(Math.max(0, end - Number(count)), Math.max(0, end));
    },
    getwalletinfo: async () => ({ walletname: 'treasury', private_keys_enabled: false, scanning: false }),
    gettransaction: async ([transactionId]) => {
      const raw = (await find([transactionId, true]).catch(() => undefined)) as Raw | undefined;
      if (!raw || !touches(raw, own))
        throw new RpcError(RPC_CODES.invalidAddressOrKey, 'Invalid or non-wallet transaction id');
      const { txid, hex, blockhash, confirmations } = raw;
      const details = categoriesOf(TX.fromRaw(Buffer.from(hex, 'hex')), own).map((category) => ({ category }));
      const vout = raw.vout.map((output) => {
        const { addresses: [only] = [] } = output.scriptPubKey;
        return { ...output, scriptPubKey: { ...output.scriptPubKey, ...(only && { address: only }) } };
      });
      const decoded = { ...raw, vout };
      return { txid, hex, confirmations, ...(blockhash !== null && { blockhash }), details, decoded };
    },
  };
}

function touches({ hex }: Raw, own: string): boolean {
  return categoriesOf(TX.fromRaw(Buffer.from(hex, 'hex')), own).length > 0;
}

/** What a transaction is to the wallet; one that spends from it and leaves change there is `send` alone. */
function categoriesOf({ inputs, outputs }: TX, own: string): ('send' | 'receive')[] {
  if (inputs.some((input) => input.getHash(null, 'hex') === own)) return ['send'];
  return outputs.some((output) => output.getHash('hex') === own) ? ['receive'] : [];
}

/** In seconds: of its block, or since when it waits. */
function timeOf({ height, time, mtime }: TransactionMeta): number {
  return height === -1 ? mtime : time;
}
