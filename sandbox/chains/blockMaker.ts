import { setTimeout as sleep } from 'node:timers/promises';

export type BlockMaker = {
  pause(): void;
  resume(): void;
  /** Runs the work between two blocks, never beside one. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
};

export type BlockMakerOptions = {
  readonly blockMs: number;
  /** Without transactions a block is made only this often, so that the disk does not fill with empty ones. */
  readonly idleMs: number;
  /** Blocks that follow one with transactions at the usual pace, so that these become final. */
  readonly tail: number;
  readonly isStalled: () => boolean;
  readonly hasTransactions: () => Promise<boolean>;
  /**
   * `left`: blocks that still follow for the sake of the latest transactions, this one included; 0 when it is idle.
   * Gives whether the block holds transactions: one may have come after the pool was looked at.
   */
  readonly makeBlock: (left: number) => Promise<boolean>;
};

/** Makes blocks at a public chain's pace while there are transactions, and few while there are none. */
export function startBlockMaker(options: BlockMakerOptions): BlockMaker {
  const stopping = new AbortController();
  let paused = false;
  // What was under way when an earlier run ended becomes final too.
  let tailLeft = options.tail;
  let madeAt = performance.now();
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  }

  async function step(): Promise<void> {
    if (paused || options.isStalled()) return;
    if (await options.hasTransactions()) tailLeft = options.tail + 1;
    if (tailLeft === 0 && performance.now() - madeAt < options.idleMs) return;
    const took = await options.makeBlock(tailLeft);
    tailLeft = took ? options.tail : Math.max(0, tailLeft - 1);
    madeAt = performance.now();
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(options.blockMs, undefined, { signal: stopping.signal });
      // A node that does not answer in time is asked again at the next block.
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
