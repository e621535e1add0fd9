import { z } from 'zod';
import { createRpc, NoAnswerError } from './rpc.ts';

/** Blocks within which a payout should be mined, for the node's estimate. */
const TARGET_BLOCKS = 3;
const SATOSHI_DECIMALS = 8;

/**
 * Where a transaction is: so deep in the chain, or 0 for one that waits in the memory pool. `absent`: the node has looked
 * everywhere. `unseen`: it has looked in its wallet and in its memory pool, since it keeps no index of what lies in blocks.
 */
export type TransactionPlace = { readonly confirmations: number } | 'absent' | 'unseen';

/** A transaction in the memory pool, together with all that has to be mined before it. */
export type WaitingPackage = {
  /** Virtual bytes. */
  readonly size: bigint;
  /** Satoshi. */
  readonly fees: bigint;
};

export type BitcoinClient = {
  /** The network that the node follows, in its own word: `main`, `test`, `signet`, `regtest`. */
  getNetworkWord(): Promise<string>;
  /** What of the chain the wallet has still to look through, from 1 to 0. Refused where the address names no wallet. */
  getWalletBacklog(): Promise<number>;
  /** Confirmed outputs of the address and change of its own transactions, as the watching wallet sees them. */
  listOutputs(address: string): Promise<SpendableOutput[]>;
  /** Satoshi per 1,000 virtual bytes; undefined when the node knows too little. */
  estimateFeeRate(): Promise<bigint | undefined>;
  /** Throws {@link RpcRefusal} or {@link NoAnswerError}. */
  sendTransaction(bytes: string): Promise<void>;
  findTransaction(transactionId: string): Promise<TransactionPlace>;
  /** What each output pays, in satoshi, to which script in hexadecimal, and how deep it lies; undefined for an unknown one. */
  readTransaction(transactionId: string): Promise<PaidOutputs | undefined>;
  /** Undefined for one that does not wait in the memory pool. */
  findWaiting(transactionId: string): Promise<WaitingPackage | undefined>;
  /** The hash of the newest block. */
  getTip(): Promise<string>;
  /** Ids of the wallet's transactions that spend its outputs and are not older, nor known to be lost. */
  listSent(since: Date): Promise<readonly string[]>;
  /** Undefined where the wallet does not know it. */
  readOwn(transactionId: string): Promise<OwnTransaction | undefined>;
  /** In a block and unspent there, whatever waits in the memory pool. */
  isUnspent(outpoint: Outpoint): Promise<boolean>;
  /** The transaction that spent one of the outputs, and how deep its block lies; undefined when it is not among the newest blocks. */
  findSpend(outpoints: readonly Outpoint[], blocks: number): Promise<Spend | undefined>;
};

export type PaidOutputs = {
  readonly confirmations: number;
  readonly outputs: readonly { readonly script: string; readonly units: bigint }[];
};

/** A transaction as the wallet has it. */
export type OwnTransaction = {
  /** Whether it spends outputs of the wallet. */
  readonly isSent: boolean;
  readonly bytes: string;
  readonly inputs: readonly Outpoint[];
  /** `address`: the script in hexadecimal where it has none. */
  readonly outputs: readonly { readonly address: string; readonly units: bigint }[];
};

export type Outpoint = { readonly txid: string; readonly index: number };

export type Spend = { readonly transactionId: string; readonly depth: number };

export type SpendableOutput = Outpoint & { readonly units: bigint; readonly confirmations: number };

export function outpointKey({ txid, index }: Outpoint): string {
  return `${txid}:${index}`;
}

const outputsSchema = z.array(
  z.object({ txid: z.string(), vout: z.number(), amount: z.number(), confirmations: z.number() }),
);
const feeSchema = z.object({ feerate: z.number().positive().optional() });
const outputSchema = z.array(z.object({ value: z.number(), scriptPubKey: z.object({ hex: z.string() }) }));
const paidSchema = z.object({ confirmations: z.int().optional(), vout: outputSchema });
/** Below 0: so deep lies a transaction that it cannot be in the chain with (https://developer.bitcoin.org/reference/rpc/gettransaction.html). */
const ownSchema = z.object({ confirmations: z.int(), decoded: z.object({ vout: outputSchema }) });
/** https://developer.bitcoin.org/reference/rpc/listtransactions.html: the newest page, its oldest entry first. */
const entriesSchema = z.array(
  z.object({ category: z.string(), txid: z.string().optional(), time: z.int(), confirmations: z.int().optional() }),
);
const ENTRIES_AT_ONCE = 100;
/** https://developer.bitcoin.org/reference/rpc/gettransaction.html */
const wholeSchema = z.object({
  hex: z.string(),
  details: z.array(z.object({ category: z.string() })),
  decoded: z.object({
    vin: z.array(z.object({ txid: z.string().optional(), vout: z.int().optional() })),
    vout: z.array(
      z.object({ value: z.number(), scriptPubKey: z.object({ hex: z.string(), address: z.string().optional() }) }),
    ),
  }),
});
/** https://developer.bitcoin.org/reference/rpc/getwalletinfo.html */
const walletSchema = z.object({ scanning: z.union([z.literal(false), z.object({ progress: z.number() })]).optional() });
/** https://developer.bitcoin.org/reference/rpc/getmempoolentry.html */
const waitingSchema = z.object({ ancestorsize: z.int().positive(), fees: z.object({ ancestor: z.number() }) });
const blockSchema = z.object({
  previousblockhash: z.string().nullish(),
  tx: z.array(
    z.object({
      txid: z.string(),
      vin: z.array(z.object({ txid: z.string().optional(), vout: z.number().optional() })),
    }),
  ),
});

/**
 * The same code for two words, from a node whose index is not there or not ready, and from one that has looked in it
 * (bitcoind's src/rpc/rawtransaction.cpp, getrawtransaction). What the former does not find may lie in a block.
 */
const INDEX_MISSING = /^No such mempool transaction\b/;

/** Asks a bitcoind. Transactions of the treasury are its watching wallet's, which knows them without an index of all. */
export function createBitcoinClient(rpcUrl: string): BitcoinClient {
  const { call, find } = createRpc(rpcUrl);

  /** Its outputs and its depth, by the wallet, else by the index; `absent` or `unseen` where neither has it. */
  async function read(transactionId: string): Promise<z.output<typeof paidSchema> | 'absent' | 'unseen'> {
    const own = await find('gettransaction', [transactionId, true, true], ownSchema);
    if ('found' in own) return { confirmations: own.found.confirmations, vout: own.found.decoded.vout };
    const any = await find('getrawtransaction', [transactionId, true], paidSchema);
    if ('found' in any) return any.found;
    return INDEX_MISSING.test(any.unknown) ? 'unseen' : 'absent';
  }

  const getTip = () => call('getbestblockhash', [], z.string());

  return {
    getTip,
    async getNetworkWord() {
      const { chain } = await call('getblockchaininfo', [], z.object({ chain: z.string() }));
      return chain;
    },
    async listOutputs(address) {
      const outputs = await call('listunspent', [0, 9_999_999, [address], false], outputsSchema);
      return outputs.map(({ txid, vout, amount, confirmations }) => ({
        txid,
        index: vout,
        units: satoshi(amount),
        confirmations,
      }));
    },
    async estimateFeeRate() {
      const { feerate } = await call('estimatesmartfee', [TARGET_BLOCKS], feeSchema);
      return feerate === undefined ? undefined : satoshi(feerate);
    },
    async sendTransaction(bytes) {
      await call('sendrawtransaction', [bytes], z.string());
    },
    async getWalletBacklog() {
      const { scanning } = await call('getwalletinfo', [], walletSchema);
      return scanning ? 1 - scanning.progress : 0;
    },
    async findTransaction(transactionId) {
      const transaction = await read(transactionId);
      if (typeof transaction === 'string') return transaction;
      const { confirmations = 0 } = transaction;
      if (confirmations > 0) return { confirmations };
      // Without confirmations it waits, is forgotten, or lies in a block that is no longer part of the chain.
      const waiting = await find('getmempoolentry', [transactionId], z.object({}));
      return 'found' in waiting ? { confirmations: 0 } : 'absent';
    },
    async readTransaction(transactionId) {
      const transaction = await read(transactionId);
      if (transaction === 'absent') return undefined;
      if (transaction === 'unseen') throw new NoAnswerError(`the node keeps no index that would have ${transactionId}`);
      return {
        confirmations: Math.max(0, transaction.confirmations ?? 0),
        outputs: transaction.vout.map(({ value, scriptPubKey }) => ({
          script: scriptPubKey.hex,
          units: satoshi(value),
        })),
      };
    },
    async findWaiting(transactionId) {
      const entry = await find('getmempoolentry', [transactionId], waitingSchema);
      if (!('found' in entry)) return undefined;
      const { ancestorsize, fees } = entry.found;
      return { size: BigInt(ancestorsize), fees: satoshi(fees.ancestor) };
    },
    async listSent(since) {
      const sent = new Set<string>();
      for (let skip = 0; ; skip += ENTRIES_AT_ONCE) {
        const page = await call('listtransactions', ['*', ENTRIES_AT_ONCE, skip, true], entriesSchema);
        const recent = page.filter(({ time }) => time * 1_000 >= since.getTime());
        for (const { category, txid, confirmations = 0 } of recent)
          if (category === 'send' && txid !== undefined && confirmations >= 0) sent.add(txid);
        if (page.length < ENTRIES_AT_ONCE || recent.length === 0) return [...sent];
      }
    },
    async readOwn(transactionId) {
      const answer = await find('gettransaction', [transactionId, true, true], wholeSchema);
      if (!('found' in answer)) return undefined;
      const { hex, details, decoded } = answer.found;
      return {
        isSent: details.some(({ category }) => category === 'send'),
        bytes: hex,
        inputs: decoded.vin.flatMap(({ txid, vout }) =>
          txid === undefined || vout === undefined ? [] : [{ txid, index: vout }],
        ),
        outputs: decoded.vout.map(({ value, scriptPubKey }) => ({
          address: scriptPubKey.address ?? scriptPubKey.hex,
          units: satoshi(value),
        })),
      };
    },
    async isUnspent({ txid, index }) {
      const answer = await call('gettxout', [txid, index, false], z.object({}).nullable());
      return answer !== null;
    },
    async findSpend(outpoints, blocks) {
      const wanted = new Set(outpoints.map(outpointKey));
      let hash: string | null | undefined = await getTip();
      for (let depth = 1; depth <= blocks && hash; depth++) {
        const block: z.output<typeof blockSchema> = await call('getblock', [hash, 2], blockSchema);
        const spend = block.tx.find(({ vin }) => vin.some(({ txid, vout }) => wanted.has(`${txid}:${vout}`)));
        if (spend) return { transactionId: spend.txid, depth };
        hash = block.previousblockhash;
      }
      return undefined;
    },
  };
}

/**
 * The node writes bitcoins as JSON numbers. All that exist have sixteen digits, which such a number carries exactly, so
 * that rounding to eight places gives back what was written.
 */
function satoshi(bitcoins: number): bigint {
  return BigInt(bitcoins.toFixed(SATOSHI_DECIMALS).replace('.', ''));
}
