import { setTimeout as sleep } from 'node:timers/promises';

export type BlockMaker = {
  pause(): void;
  resume(): void;
  /** Runs the work between two blocks, never concurrently with one. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
};

export type BlockMakerOptions = {
  readonly blockMs: number;
  /** Interval of blocks without transactions, long enough that empty blocks do not fill the disk. */
  readonly idleMs: number;
  /** Number of blocks at the usual interval after one with transactions, so that these become final. */
  readonly tail: number;
  readonly isStalled: () => boolean;
  readonly hasTransactions: () => Promise<boolean>;
  /**
   * Makes a block. `left`: remaining blocks for the latest transactions, including this one; 0 when idle. Resolves to true if
   * the block contains transactions: one may have arrived after the pool was checked.
   */
  readonly makeBlock: (left: number) => Promise<boolean>;
};

/** Makes blocks at a public chain's pace while there are transactions, and few blocks otherwise. */
export function startBlockMaker(options: BlockMakerOptions): BlockMaker {
  const stopping = new AbortController();
  let paused = false;
  // Begins with a tail, so that pending transactions of an earlier run become final too.
  let remainingTail = options.tail;
  let createdAt = performance.now();
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  async function step(): Promise<void> {
    if (paused || options.isStalled()) return;
    if (await options.hasTransactions()) remainingTail = options.tail + 1;
    if (remainingTail === 0 && performance.now() - createdAt < options.idleMs) return;
    const containsTransactions = await options.makeBlock(remainingTail);
    remainingTail = containsTransactions ? options.tail : Math.max(0, remainingTail - 1);
    createdAt = performance.now();
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(options.blockMs, undefined, { signal: stopping.signal });
      // A node that does not answer in time is tried again at the next block.
      await inTurn(step).catch(() => undefined);
    }
  }

  const running = run().catch(() => undefined);
  return {
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
    },
    inTurn,
    async stop() {
      stopping.abort();
      await running;
      await last;
    },
  };
}
