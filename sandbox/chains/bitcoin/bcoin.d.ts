/** The parts of bcoin 1.0.2 that the local chain uses; the package itself has no types. */

declare module 'bcoin/lib/protocol/networks.js' {
  type AddressPrefix = { bech32: string; pubkeyhash: number; scripthash: number };
  type Deployment = { window: number; threshold: number };
  const networks: {
    regtest: {
      addressPrefix: AddressPrefix;
      keyPrefix: { privkey: number };
      deployments: { segwit: Deployment };
    };
  };
  export default networks;
}

declare module 'bcoin/lib/primitives/tx.js' {
  export type CoinView = object;
  export type Outpoint = { hash: string; index: number; txid(): string };
  export default class TX {
    static fromRaw(raw: Buffer): TX;
    inputs: { prevout: Outpoint; getHash(coinOrView: unknown, encoding: 'hex'): string | null; isRBF(): boolean }[];
    outputs: { value: number; getHash(encoding: 'hex'): string | null }[];
    hash(encoding: 'hex'): string;
    txid(): string;
    getFee(view: CoinView): number;
    getVirtualSize(): number;
    isCoinbase(): boolean;
    hasCoins(view: CoinView): boolean;
    getInputAddresses(view: CoinView): { hash: Buffer }[];
  }
}

declare module 'bcoin/lib/script/script.js' {
  type Address = { hash: Buffer };
  export default class Script {
    static fromRaw(raw: Buffer): Script;
    getAddress(): Address | null;
    toJSON(): string;
  }
}

declare module 'bcoin/lib/node/fullnode.js' {
  import type TX from 'bcoin/lib/primitives/tx.js';
  import type { CoinView } from 'bcoin/lib/primitives/tx.js';
  import type Script from 'bcoin/lib/script/script.js';

  export type Coin = {
    hash: string;
    index: number;
    value: number;
    /** Height of the coin's block; -1 in the mempool. */
    height: number;
    coinbase: boolean;
    script: Script;
    txid(): string;
  };
  export type ChainEntry = { hash: string; height: number; prevBlock: string; rhash(): string };
  export type Block = { txs: TX[] };
  export type BlockItem = { tx: TX; hash: string; fee: number };
  export type MiningJob = {
    attempt: { items: BlockItem[]; fees: number };
    refresh(): void;
    mineAsync(): Promise<Block>;
  };
  /** `height` is -1 in the mempool. `mtime` is the time of arrival in the mempool and `time` that of the block, in seconds. */
  export type TransactionMeta = { tx: TX; height: number; time: number; mtime: number };
  export type MempoolEntry = { tx: TX; fee: number };

  export type Call = (parameters: unknown[], help?: boolean) => Promise<unknown>;

  export default class FullNode {
    constructor(options: Record<string, unknown>);
    chain: {
      db: { db: { binding: { iterator(options: Record<string, unknown>): unknown } } };
      tip: ChainEntry;
      height: number;
      add(block: Block): Promise<ChainEntry | null>;
      getBlock(hash: string): Promise<Block>;
      getEntry(hashOrHeight: string | number): Promise<ChainEntry | null>;
      getCoinsByAddress(hash: Buffer): Promise<Coin[]>;
      hasCoins(tx: TX): Promise<boolean>;
    };
    mempool: {
      map: Map<string, MempoolEntry>;
      addTX(tx: TX): Promise<string[] | null>;
      getEntry(hash: string): MempoolEntry | undefined;
      getTX(hash: string): TX | null;
      getAncestors(entry: MempoolEntry): MempoolEntry[];
      getSpent(hash: string, index: number): MempoolEntry | undefined;
      getCoinView(tx: TX): Promise<CoinView>;
      evictEntry(entry: MempoolEntry): void;
      removeOrphan(hash: string): boolean;
    };
    miner: { cpu: { createJob(tip: ChainEntry | null, address: string): Promise<MiningJob> } };
    rpc: { calls: Record<string, Call> };
    ensure(): Promise<void>;
    open(): Promise<void>;
    close(): Promise<void>;
    getCoinsByAddress(hash: Buffer): Promise<Coin[]>;
    getMetaByAddress(hash: Buffer): Promise<TransactionMeta[]>;
  }
}
