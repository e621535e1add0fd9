import { expect, test } from 'vitest';
import { describeMachine, writeSection } from '../../../e2e/bench/benchmarksFile.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
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
  'concurrent workers, waiting payouts and many pairs',
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
      `Processes of workers on one database, each warm from ${WARM_STEPS} steps, and a queue that is filled with ${STEPS} at once. A step is a job that is taken, an event that moves its order, a line of the journal, and the job settled; its vendor answers at once.`,
      '',
      '| workers | steps a second together | done twice |',
      '| ---: | ---: | ---: |',
      ...together.map((row) => formatResultRow(`${row.workers}`, row.perSecond, `${row.twice}`)),
      '',
      'Payouts that wait on one chain, whose node answers at once; milliseconds, medians. A round is `followPayouts`; `listTreasuryClaims` is what each send asks under the lock of the treasury.',
      '',
      '| payouts | round without a new block | round: a block, none is in it | round: a block, all lie deeper | `listTreasuryClaims` | one send |',
      '| ---: | ---: | ---: | ---: | ---: | ---: |',
      ...payouts.map((row) =>
        formatResultRow(`${row.payouts}`, row.withoutBlock, row.pending, row.deeper, row.claims, row.send),
      ),
      '',
      "Prices of three exchanges; milliseconds, medians. Quotes are computed in one process, alone and while its book of prices is read again and again without a pause (the product's api reads it every second).",
      '',
      '| pairs | one round of the collector | the api reads its book | quotes a second alone | meanwhile | p99 of a quote meanwhile |',
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
