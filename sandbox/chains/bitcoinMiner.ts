import type FullNode from 'bcoin/lib/node/fullnode.js';
import type { BlockItem, ChainEntry } from 'bcoin/lib/node/fullnode.js';
import type TX from 'bcoin/lib/primitives/tx.js';
import type { BitcoinFees } from './bitcoinFees.ts';

export type BitcoinMiner = {
  /** Gives how many transactions the blocks took, the miners' own left out. */
  mine(blocks: number): Promise<number>;
  /**
   * Lets a longer branch of empty blocks win, as a public chain does; what was in the replaced blocks waits in the
   * memory pool again.
   */
  reorg(depth: number): Promise<void>;
};

export function createBitcoinMiner(node: FullNode, minerAddress: string, fees: BitcoinFees): BitcoinMiner {
  async function addBlock(tip: ChainEntry | null, takes: (items: BlockItem[]) => BlockItem[]): Promise<ChainEntry> {
    const job = await node.miner.cpu.createJob(tip, minerAddress);
    const { attempt } = job;
    attempt.items = takes(attempt.items);
    attempt.fees = attempt.items.reduce((sum, item) => sum + item.fee, 0);
    job.refresh();
    const entry = await node.chain.add(await job.mineAsync());
    if (!entry) throw new Error('the local chain did not take its own block');
    return entry;
  }

  return {
    async mine(blocks) {
      let taken = 0;
      for (let block = 0; block < blocks; block++) {
        await addBlock(null, (items) => {
          const worth = worthMining(items, fees.leastMinedRate());
          taken += worth.length;
          return worth;
        });
      }
      return taken;
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
      // One that is back already is refused.
      for (const tx of undone) await node.mempool.addTX(tx).catch(() => null);
    },
  };
}

/**
 * As miners choose: a transaction with all that it spends from pays enough together, or waits. A child can so pay for
 * its parent. Parents come before their children.
 */
function worthMining(items: readonly BlockItem[], leastRate: number): BlockItem[] {
  const packages = new Map<string, ReadonlySet<BlockItem>>();
  const worth = new Set<BlockItem>();
  for (const item of items) {
    const parents = item.tx.inputs.flatMap(({ prevout }) => [...(packages.get(prevout.hash) ?? [])]);
    const together = new Set([...parents, item]);
    packages.set(item.hash, together);
    // What is taken anyway pays for itself.
    const open = [...together].filter((each) => !worth.has(each));
    const sum = (of: (each: BlockItem) => number) => open.reduce((total, each) => total + of(each), 0);
    if (sum(({ fee }) => fee) * 1_000 < leastRate * sum(({ tx }) => tx.getVirtualSize())) continue;
    for (const each of open) worth.add(each);
  }
  return items.filter((item) => worth.has(item));
}
