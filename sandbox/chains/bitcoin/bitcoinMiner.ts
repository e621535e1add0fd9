import type FullNode from 'bcoin/lib/node/fullnode.js';
import type { BlockItem, ChainEntry } from 'bcoin/lib/node/fullnode.js';
import type TX from 'bcoin/lib/primitives/tx.js';
import type { BitcoinFees } from './bitcoinFees.ts';

export type BitcoinMiner = {
  /** Mines this many blocks. Returns the number of transactions in them, without coinbases. */
  mine(blocks: number): Promise<number>;
  /**
   * Replaces blocks by a longer branch of empty ones, as on a public chain; the transactions of the replaced blocks return to
   * the memory pool.
   */
  reorg(depth: number): Promise<void>;
};

export function createBitcoinMiner(node: FullNode, minerAddress: string, fees: BitcoinFees): BitcoinMiner {
  async function addBlock(tip: ChainEntry | null, select: (items: BlockItem[]) => BlockItem[]): Promise<ChainEntry> {
    const job = await node.miner.cpu.createJob(tip, minerAddress);
    const { attempt } = job;
    attempt.items = select(attempt.items);
    attempt.fees = attempt.items.reduce((sum, item) => sum + item.fee, 0);
    job.refresh();
    const entry = await node.chain.add(await job.mineAsync());
    if (!entry) throw new Error('the local chain did not take its own block');
    return entry;
  }

  return {
    async mine(blocks) {
      let minedCount = 0;
      for (let block = 0; block < blocks; block++) {
        await addBlock(null, (items) => {
          const selected = selectTransactions(items, fees.leastMinedRate());
          minedCount += selected.length;
          return selected;
        });
      }
      return minedCount;
    },

    async reorg(depth) {
      const undone: TX[] = [];
      let fork = node.chain.tip;
      for (let block = 0; block < depth; block++) {
        undone.unshift(...(await node.chain.getBlock(fork.hash)).txs.filter((tx) => !tx.isCoinbase()));
        const parent = await node.chain.getEntry(fork.prevBlock);
        if (!parent) throw new RangeError('the chain is not that long');
        fork = parent;
      }
      for (let block = 0; block <= depth; block++) fork = await addBlock(fork, () => []);
      // A transaction that is already in the pool is refused.
      for (const tx of undone) await node.mempool.addTX(tx).catch(() => null);
    },
  };
}

/**
 * Selects transactions like miners: a transaction is mined if it and its unconfirmed ancestors together pay enough, so a
 * child can pay for its parent. Parents come before their children.
 */
function selectTransactions(items: readonly BlockItem[], leastRate: number): BlockItem[] {
  const packages = new Map<string, ReadonlySet<BlockItem>>();
  const selected = new Set<BlockItem>();
  for (const item of items) {
    const parents = item.tx.inputs.flatMap(({ prevout }) => [...(packages.get(prevout.hash) ?? [])]);
    const together = new Set([...parents, item]);
    packages.set(item.hash, together);
    // Selected transactions already pay for themselves.
    const unselected = [...together].filter((each) => !selected.has(each));
    const sum = (read: (each: BlockItem) => number) => unselected.reduce((total, each) => total + read(each), 0);
    if (sum(({ fee }) => fee) * 1_000 < leastRate * sum(({ tx }) => tx.getVirtualSize())) continue;
    for (const each of unselected) selected.add(each);
  }
  return items.filter((item) => selected.has(item));
}
