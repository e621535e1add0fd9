import { z } from 'zod';
import { createRpc, NoAnswerError } from './rpc.ts';

/** Confirmation target for the node's fee estimate, in blocks. */
const TARGET_BLOCKS = 3;
const SATOSHI_DECIMALS = 8;

/**
 * Confirmations of a transaction; 0 in the mempool. `absent`: neither in the mempool nor in a block of the chain.
 * `unseen`: neither in the wallet nor in the mempool; the node has no index of the transactions in blocks.
 */
export type TransactionDepth = { readonly confirmations: number } | 'absent' | 'unseen';

/** A transaction in the mempool, together with its unconfirmed ancestors. */
export type MempoolPackage = {
  /** Virtual bytes. */
  readonly size: bigint;
  /** Satoshi. */
  readonly fees: bigint;
};

export type BitcoinClient = {
  /** Returns the node's name of its network, such as `main` or `regtest`. */
  getNetworkName(): Promise<string>;
  /**
   * Returns the share of the chain that the wallet still has to scan: 1 for all of it, 0 if it has finished. Rejects if the
   * URL names no wallet.
   */
  getWalletBacklog(): Promise<number>;
  /**
   * Returns the unspent outputs of the address that the watch-only wallet has: confirmed ones, and unconfirmed change of
   * the wallet's own transactions.
   */
  listOutputs(address: string): Promise<SpendableOutput[]>;
  /** Returns satoshi per 1,000 virtual bytes; undefined if the node has too little data. */
  estimateFeeRate(): Promise<bigint | undefined>;
  /** Throws {@link RpcRefusal} or {@link NoAnswerError}. */
  sendTransaction(bytes: string): Promise<void>;
  findTransaction(transactionId: string): Promise<TransactionDepth>;
  /**
   * Returns each output's amount in satoshi and script in hexadecimal, and the confirmations; undefined for an unknown
   * transaction. Throws {@link NoAnswerError} if the node does not find it and has no index.
   */
  readTransaction(transactionId: string): Promise<PaidOutputs | undefined>;
  /** Returns a transaction with its unconfirmed ancestors; undefined if it is not in the mempool. */
  findMempoolPackage(transactionId: string): Promise<MempoolPackage | undefined>;
  /** Returns the hash of the newest block. */
  getTip(): Promise<string>;
  /**
   * Returns ids of the transactions since that time that spend the wallet's outputs, oldest first, except those that
   * conflict with a mined transaction.
   */
  listSent(since: Date): Promise<readonly string[]>;
  /** Returns a transaction of the wallet; undefined if the wallet does not have it. */
  findWalletTransaction(transactionId: string): Promise<WalletTransaction | undefined>;
  /** Returns true if the output is in a block and no block spends it. Ignores the mempool. */
  isUnspent(outpoint: Outpoint): Promise<boolean>;
  /**
   * Returns the transaction that spent one of the outputs and the depth of its block; undefined if it is not in the
   * newest `blocks` blocks.
   */
  findSpend(outpoints: readonly Outpoint[], blocks: number): Promise<SpendingTransaction | undefined>;
};

export type PaidOutputs = {
  readonly confirmations: number;
  readonly outputs: readonly { readonly script: string; readonly units: bigint }[];
};

/** A transaction as the wallet has it. */
export type WalletTransaction = {
  /** True if it spends outputs of the wallet. */
  readonly isSent: boolean;
  readonly bytes: string;
  readonly inputs: readonly Outpoint[];
  /** `address`: the script in hexadecimal if the output has no address. */
  readonly outputs: readonly { readonly address: string; readonly units: bigint }[];
};

export type Outpoint = { readonly txid: string; readonly index: number };

export type SpendingTransaction = { readonly transactionId: string; readonly depth: number };

export type SpendableOutput = Outpoint & { readonly units: bigint; readonly confirmations: number };

export function formatOutpoint({ txid, index }: Outpoint): string {
  return `${txid}:${index}`;
}

const unspentOutputsSchema = z.array(
  z.object({ txid: z.string(), vout: z.number(), amount: z.number(), confirmations: z.number() }),
);
const feeSchema = z.object({ feerate: z.number().positive().optional() });
const transactionOutputsSchema = z.array(z.object({ value: z.number(), scriptPubKey: z.object({ hex: z.string() }) }));
const transactionSchema = z.object({ confirmations: z.int().optional(), vout: transactionOutputsSchema });
/**
 * `confirmations` is negative if a transaction that conflicts with it has that many confirmations
 * (https://developer.bitcoin.org/reference/rpc/gettransaction.html).
 */
const walletTransactionSchema = z.object({
  confirmations: z.int(),
  decoded: z.object({ vout: transactionOutputsSchema }),
});
/** A page of https://developer.bitcoin.org/reference/rpc/listtransactions.html, the oldest entry first. */
const entriesSchema = z.array(
  z.object({ category: z.string(), txid: z.string().optional(), time: z.int(), confirmations: z.int().optional() }),
);
const ENTRIES_AT_ONCE = 100;
/** https://developer.bitcoin.org/reference/rpc/gettransaction.html */
const fullTransactionSchema = z.object({
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
const mempoolEntrySchema = z.object({ ancestorsize: z.int().positive(), fees: z.object({ ancestor: z.number() }) });
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
 * Message of a node whose index is missing or not ready: a transaction that it does not find may be in a block. A node
 * that searched its index has another message for the same error code (bitcoind's src/rpc/rawtransaction.cpp,
 * getrawtransaction).
 */
const INDEX_MISSING = /^No such mempool transaction\b/;

/**
 * Creates a client of bitcoind. Reads treasury transactions from its watch-only wallet, which needs no transaction
 * index.
 */
export function createBitcoinClient(rpcUrl: string): BitcoinClient {
  const { call, find } = createRpc(rpcUrl);

  /**
   * Returns a transaction's outputs and confirmations, from the wallet, or else from the mempool or the index; else
   * `absent` or `unseen` (see {@link TransactionDepth}).
   */
  async function queryTransaction(
    transactionId: string,
  ): Promise<z.output<typeof transactionSchema> | 'absent' | 'unseen'> {
    const walletAnswer = await find('gettransaction', [transactionId, true, true], walletTransactionSchema);
    if ('found' in walletAnswer)
      return { confirmations: walletAnswer.found.confirmations, vout: walletAnswer.found.decoded.vout };
    const indexed = await find('getrawtransaction', [transactionId, true], transactionSchema);
    if ('found' in indexed) return indexed.found;
    return INDEX_MISSING.test(indexed.unknown) ? 'unseen' : 'absent';
  }

  const getTip = () => call('getbestblockhash', [], z.string());

  return {
    getTip,
    async getNetworkName() {
      const { chain } = await call('getblockchaininfo', [], z.object({ chain: z.string() }));
      return chain;
    },
    async listOutputs(address) {
      const outputs = await call('listunspent', [0, 9_999_999, [address], false], unspentOutputsSchema);
      return outputs.map(({ txid, vout, amount, confirmations }) => ({
        txid,
        index: vout,
        units: toSatoshi(amount),
        confirmations,
      }));
    },
    async estimateFeeRate() {
      const { feerate } = await call('estimatesmartfee', [TARGET_BLOCKS], feeSchema);
      return feerate === undefined ? undefined : toSatoshi(feerate);
    },
    async sendTransaction(bytes) {
      await call('sendrawtransaction', [bytes], z.string());
    },
    async getWalletBacklog() {
      const { scanning } = await call('getwalletinfo', [], walletSchema);
      return scanning ? 1 - scanning.progress : 0;
    },
    async findTransaction(transactionId) {
      const transaction = await queryTransaction(transactionId);
      if (typeof transaction === 'string') return transaction;
      const { confirmations = 0 } = transaction;
      if (confirmations > 0) return { confirmations };
      // Without confirmations it is in the mempool, dropped, or in a block that is no longer in the chain.
      const waiting = await find('getmempoolentry', [transactionId], z.object({}));
      return 'found' in waiting ? { confirmations: 0 } : 'absent';
    },
    async readTransaction(transactionId) {
      const transaction = await queryTransaction(transactionId);
      if (transaction === 'absent') return undefined;
      if (transaction === 'unseen')
        throw new NoAnswerError(`the node does not find ${transactionId}, and has no index of transactions`);
      return {
        confirmations: Math.max(0, transaction.confirmations ?? 0),
        outputs: transaction.vout.map(({ value, scriptPubKey }) => ({
          script: scriptPubKey.hex,
          units: toSatoshi(value),
        })),
      };
    },
    async findMempoolPackage(transactionId) {
      const entry = await find('getmempoolentry', [transactionId], mempoolEntrySchema);
      if (!('found' in entry)) return undefined;
      const { ancestorsize, fees } = entry.found;
      return { size: BigInt(ancestorsize), fees: toSatoshi(fees.ancestor) };
    },
    async listSent(since) {
      const pages: string[][] = [];
      for (let skip = 0; ; skip += ENTRIES_AT_ONCE) {
        const page = await call('listtransactions', ['*', ENTRIES_AT_ONCE, skip, true], entriesSchema);
        const recent = page.filter(({ time }) => time * 1_000 >= since.getTime());
        pages.unshift(
          recent.flatMap(({ category, txid, confirmations = 0 }) =>
            category === 'send' && txid !== undefined && confirmations >= 0 ? [txid] : [],
          ),
        );
        if (page.length < ENTRIES_AT_ONCE || recent.length === 0) return [...new Set(pages.flat())];
      }
    },
    async findWalletTransaction(transactionId) {
      const answer = await find('gettransaction', [transactionId, true, true], fullTransactionSchema);
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
          units: toSatoshi(value),
        })),
      };
    },
    async isUnspent({ txid, index }) {
      const answer = await call('gettxout', [txid, index, false], z.object({}).nullable());
      return answer !== null;
    },
    async findSpend(outpoints, blocks) {
      const wanted = new Set(outpoints.map(formatOutpoint));
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
 * Converts bitcoins, which the node writes as JSON numbers. All amounts that can exist have at most sixteen digits,
 * which a number holds exactly, so rounding to eight places restores the written value.
 */
function toSatoshi(bitcoins: number): bigint {
  return BigInt(bitcoins.toFixed(SATOSHI_DECIMALS).replace('.', ''));
}
