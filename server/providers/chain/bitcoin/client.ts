import { z } from 'zod';

const TIMEOUT_MS = 15_000;
/** Blocks within which a payout should be mined, for the node's estimate. */
const TARGET_BLOCKS = 3;
const SATOSHI_DECIMALS = 8;

/** bitcoind's "No such mempool or blockchain transaction" and "Transaction not in mempool". */
const NOT_FOUND = -5;

/**
 * The same code, from a node whose index is not there or not ready: it has looked in its memory pool alone (bitcoind's
 * src/rpc/rawtransaction.cpp, getrawtransaction). What it does not find may lie in a block.
 */
const INDEX_MISSING = /^No such mempool transaction\b/;

/** The node answered with an error of its own. */
export class RpcRefusal extends Error {
  override name = 'RpcRefusal';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** No answer that can be read: it may or may not have done what was asked. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

/** Where a transaction is; undefined when the node knows nothing of it. */
export type TransactionPlace = { readonly confirmations: number } | undefined;

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
  /** In a block and unspent there, whatever waits in the memory pool. */
  isUnspent(outpoint: Outpoint): Promise<boolean>;
  /** The transaction that spent one of the outputs, and how deep its block lies; undefined when it is not among the newest blocks. */
  findSpend(outpoints: readonly Outpoint[], blocks: number): Promise<Spend | undefined>;
};

export type PaidOutputs = {
  readonly confirmations: number;
  readonly outputs: readonly { readonly script: string; readonly units: bigint }[];
};

export type Outpoint = { readonly txid: string; readonly index: number };

export type Spend = { readonly transactionId: string; readonly depth: number };

export type SpendableOutput = Outpoint & { readonly units: bigint; readonly confirmations: number };

export function outpointKey({ txid, index }: Outpoint): string {
  return `${txid}:${index}`;
}

const answerSchema = z.object({
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string() }).nullish(),
});
const outputsSchema = z.array(
  z.object({ txid: z.string(), vout: z.number(), amount: z.number(), confirmations: z.number() }),
);
const feeSchema = z.object({ feerate: z.number().positive().optional() });
const paidSchema = z.object({
  confirmations: z.number().optional(),
  vout: z.array(z.object({ value: z.number(), scriptPubKey: z.object({ hex: z.string() }) })),
});
const transactionSchema = z.object({ confirmations: z.number().optional() });
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

/** bitcoind's JSON-RPC (https://developer.bitcoin.org/reference/rpc). Every answer is read through a schema. */
export function createBitcoinClient(rpcUrl: string): BitcoinClient {
  const { url, headers } = endpoint(rpcUrl);

  async function call<Result>(method: string, params: readonly unknown[], schema: z.ZodType<Result>): Promise<Result> {
    let answer: z.output<typeof answerSchema>;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify({ jsonrpc: '1.0', id: method, method, params }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // Refusals come with 500 and a body that says why.
      answer = answerSchema.parse(await response.json());
    } catch (cause) {
      throw new NoAnswerError(`${method}: no answer from the Bitcoin node`, { cause });
    }
    if (answer.error) throw new RpcRefusal(answer.error.code, answer.error.message);
    const parsed = schema.safeParse(answer.result);
    if (!parsed.success) throw new NoAnswerError(`${method}: an answer of another shape`, { cause: parsed.error });
    return parsed.data;
  }

  async function find<Result>(
    method: string,
    params: readonly unknown[],
    schema: z.ZodType<Result>,
  ): Promise<Result | undefined> {
    try {
      return await call(method, params, schema);
    } catch (error) {
      if (error instanceof RpcRefusal && error.code === NOT_FOUND && !INDEX_MISSING.test(error.message))
        return undefined;
      throw error;
    }
  }

  return {
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
    async findTransaction(transactionId) {
      const transaction = await find('getrawtransaction', [transactionId, true], transactionSchema);
      if (!transaction) return undefined;
      if (transaction.confirmations) return { confirmations: transaction.confirmations };
      // Without confirmations it waits, or lies in a block that is no longer part of the chain.
      const waiting = await find('getmempoolentry', [transactionId], z.object({}));
      return waiting && { confirmations: 0 };
    },
    async readTransaction(transactionId) {
      const transaction = await find('getrawtransaction', [transactionId, true], paidSchema);
      return (
        transaction && {
          confirmations: transaction.confirmations ?? 0,
          outputs: transaction.vout.map(({ value, scriptPubKey }) => ({
            script: scriptPubKey.hex,
            units: satoshi(value),
          })),
        }
      );
    },
    async findWaiting(transactionId) {
      const entry = await find('getmempoolentry', [transactionId], waitingSchema);
      return entry && { size: BigInt(entry.ancestorsize), fees: satoshi(entry.fees.ancestor) };
    },
    async isUnspent({ txid, index }) {
      const answer = await call('gettxout', [txid, index, false], z.object({}).nullable());
      return answer !== null;
    },
    async findSpend(outpoints, blocks) {
      const wanted = new Set(outpoints.map(outpointKey));
      let hash: string | null | undefined = await call('getbestblockhash', [], z.string());
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

/** `fetch` takes no user and password in an address. */
function endpoint(rpcUrl: string): { readonly url: URL; readonly headers: Record<string, string> } {
  const url = new URL(rpcUrl);
  const login = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (login !== ':') headers['authorization'] = `Basic ${Buffer.from(login).toString('base64')}`;
  return { url, headers };
}

/**
 * The node writes bitcoins as JSON numbers. All that exist have sixteen digits, which such a number carries exactly, so
 * that rounding to eight places gives back what was written.
 */
function satoshi(bitcoins: number): bigint {
  return BigInt(bitcoins.toFixed(SATOSHI_DECIMALS).replace('.', ''));
}
