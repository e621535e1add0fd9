import { expect, test } from 'vitest';
import { describeMachine, writeSection } from '../../e2e/bench/benchmarksFile.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { measurePairPrices } from './measurePairPrices.testing.ts';
import { measureWorkers } from './measureWorkers.testing.ts';
import { openWaitingPayouts } from './waitingPayouts.testing.ts';

const WORKERS = [1, 2, 4];
const STEPS = 2_400;
/** Steps of each worker before the measurement. */
const WARM_STEPS = 400;
const PAYOUTS = [10, 100, 1_000];
const PAIRS = [24, 200];

const owned = await openOwnDatabase(8);
const waiting = await openWaitingPayouts();

function formatResultRow(...figures: readonly (number | string)[]): string {
  return `| ${figures.map((figure) => (typeof figure === 'number' ? figure.toFixed(1) : figure)).join(' | ')} |`;
}

test(
  'measures concurrent workers, which run each step once, waiting payouts and many pairs',
  async () => {
    const together = [];
    for (const workers of WORKERS)
      together.push(await measureWorkers(owned, workers, { warm: WARM_STEPS, steps: STEPS }));
    const payouts = [];
    for (const count of PAYOUTS) payouts.push(await waiting.measure(count));
    const pairs = [];
    for (const count of PAIRS) pairs.push(await measurePairPrices(owned.database, count));
    await writeSection('Workers, waiting payouts and pairs', [
      describeMachine(),
      '',
      `Worker processes on one database, each after ${WARM_STEPS} warm-up steps, with ${STEPS} steps queued at once. For each step, a worker takes the job, stores an event that changes the order and a row of the journal, and settles the job; the vendor answers at once.`,
      '',
      '| workers | steps a second together | done twice |',
      '| ---: | ---: | ---: |',
      ...together.map((row) => formatResultRow(`${row.workers}`, row.perSecond, `${row.twice}`)),
      '',
      'Payouts that wait on one chain; the node answers at once. Medians in milliseconds. A round is one run of `followPayouts`; each send calls `listTreasuryClaims` while it locks the treasury.',
      '',
      '| payouts | round without a new block | round with a block, no payout in it | round with a block, all payouts in earlier ones | `listTreasuryClaims` | one send |',
      '| ---: | ---: | ---: | ---: | ---: | ---: |',
      ...payouts.map((row) =>
        formatResultRow(`${row.payouts}`, row.withoutBlock, row.pending, row.deeper, row.claims, row.send),
      ),
      '',
      "Prices of three exchanges; medians in milliseconds. One process computes quotes, first undisturbed, then while it reads the prices without a pause (the product's api reads them every second).",
      '',
      '| pairs | one round of the collector | the api reads its prices | quotes a second, undisturbed | meanwhile | p99 of a quote meanwhile |',
      '| ---: | ---: | ---: | ---: | ---: | ---: |',
      ...pairs.map((row) =>
        formatResultRow(
          `${row.pairs}`,
          row.collect,
          row.refresh,
          Math.round(row.quotesPerSecond),
          Math.round(row.quotesPerSecondMeanwhile),
          row.quoteP99Meanwhile.toFixed(3),
        ),
      ),
    ]);
    expect(together.map(({ twice }) => twice)).toEqual(WORKERS.map(() => 0));
  },
  20 * 60_000,
);
