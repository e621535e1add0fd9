import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { queryOnce } from '../../server/platform/database/queryOnce.testing.ts';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { PROJECT_FOLDER } from '../../tools/start/launch.ts';
import { openInstallation } from '../installation/installation.testing.ts';
import { BUILT_VERSION } from '../installation/release.testing.ts';
import { collectGarbage, INSPECTOR_ENVIRONMENT } from './collectGarbage.testing.ts';
import { runVisit, selectVisitKind, type VisitKind } from './soakBuyers.testing.ts';
import { computeTrends, computeTrendWindow, type Sample, takeSample } from './soakSamples.testing.ts';

const HOURS = Number(process.env['PROVE_HOURS'] ?? 4);
/** Below the thirty orders per minute that Kraken's lowest tier allows. */
const BUYERS_A_MINUTE = Number(process.env['PROVE_BUYERS_A_MINUTE'] ?? 20);
const MINUTE_MS = 60_000;
/** Time for the last orders, which may still wait for Kraken's order limit. */
const END_PATIENCE_MS = 12 * MINUTE_MS;
const MAX_GROWTH = 1.05;
/** One connection more or less is not a leak. */
const MAX_ADDED_HANDLES = 5;
const MAX_LOG_BYTES_PER_ORDER = 8_000;
const MAX_DATABASE_BYTES_PER_ORDER = 100_000;
const TABLES_SHOWN = 12;

type TableSize = { readonly name: string; readonly bytes: string };

/** Sizes of tables with their indexes. */
const TABLE_SIZES = `select c.oid::regclass::text as name, pg_total_relation_size(c.oid)::text as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`;

test(`${HOURS} hours of purchases with the vendors' limits: none fails, and memory, handles, logs and tables stay within bounds`, {
  timeout: HOURS * 60 * MINUTE_MS + 40 * MINUTE_MS,
}, async () => {
  const window = computeTrendWindow(HOURS);
  // The rate limits of the vendors and of the product are on; buyers have different IP addresses.
  const installation = await openInstallation('soak', {
    portCount: 2,
    environment: INSPECTOR_ENVIRONMENT,
    variables: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' },
  });
  const { database } = installation;
  const [apiPort, healthPort] = installation.ports as [number, number];
  const results = join(PROJECT_FOLDER, 'test-results/soak.jsonl');
  mkdirSync(join(PROJECT_FOLDER, 'test-results'), { recursive: true });
  writeFileSync(results, '');
  const readTableSizes = async () => {
    await queryOnce(database.url, 'vacuum analyze');
    return new Map(
      ((await queryOnce(database.url, TABLE_SIZES)) as TableSize[]).map(({ name, bytes }) => [name, Number(bytes)]),
    );
  };

  try {
    const release = installation.release(BUILT_VERSION);
    await installation.prepare(release);
    const signer = await release.signer();
    const [worker, api] = await Promise.all([release.worker(healthPort), release.api(apiPort)]);
    const processes = { worker, api, signer };

    const samples: Sample[] = [];
    const failed: string[] = [];
    const visitCounts: Record<VisitKind, number> = { card: 0, transfer: 0, declined: 0, abandoned: 0 };
    const visits = new Set<Promise<void>>();
    let sizesAfterWarmUp = new Map<string, number>();
    let buyersAfterWarmUp = 0;
    let buyers = 0;

    const begun = performance.now();
    for (let minute = 1; minute <= window.minutes; minute++) {
      const next = begun + minute * MINUTE_MS;
      while (performance.now() < next) {
        const number = buyers++;
        visitCounts[selectVisitKind(number)] += 1;
        const visit: Promise<void> = runVisit(installation, number)
          .catch((error: unknown) => void failed.push(`buyer ${number}: ${String(error)}`))
          .finally(() => visits.delete(visit));
        visits.add(visit);
        await sleep(MINUTE_MS / BUYERS_A_MINUTE);
      }
      for (const running of Object.values(processes)) await collectGarbage(running);
      const samplesOfMinute = Object.entries(processes).map(([name, running]) => takeSample(name, running, minute));
      samples.push(...samplesOfMinute);
      appendFileSync(
        results,
        `${JSON.stringify({ minute, buyers, underWay: visits.size, failed, processes: samplesOfMinute })}\n`,
      );
      if (sizesAfterWarmUp.size === 0 && minute >= window.warmUpMinutes) {
        sizesAfterWarmUp = await readTableSizes();
        buyersAfterWarmUp = buyers;
      }
    }
    const deadline = performance.now() + END_PATIENCE_MS;
    while (visits.size > 0 && performance.now() < deadline) await sleep(1_000);

    const sizes = await readTableSizes();
    const counted = buyers - buyersAfterWarmUp;
    const perOrder = [...sizes]
      .map(([name, bytes]) => ({ name, bytes: Math.round((bytes - (sizesAfterWarmUp.get(name) ?? 0)) / counted) }))
      .toSorted((one, other) => other.bytes - one.bytes);
    const bytesPerOrder = perOrder.reduce((sum, { bytes }) => sum + bytes, 0);
    const trends = computeTrends(samples, window);
    const logBytesPerOrder = Math.round(
      samples.slice(-Object.keys(processes).length).reduce((sum, { logBytes }) => sum + logBytes, 0) / buyers,
    );
    const [books] = await queryOnce(
      database.url,
      `select (select count(*) from orders where status not in ('delivered', 'expired', 'cancelled', 'awaiting_payment'))::int as other,
         (select count(*) from refunds)::int as refunds,
         (select count(*) from (select 1 from ledger_postings group by transaction_id, asset having sum(units) <> 0) o)::int as off,
         (select count(*) from reconciliation_differences where state = 'open')::int as differences`,
    );
    const summary = {
      hours: HOURS,
      buyers,
      made: visitCounts,
      trends,
      logBytesPerOrder,
      bytesPerOrder,
      tables: perOrder.slice(0, TABLES_SHOWN),
    };
    appendFileSync(results, `${JSON.stringify({ ...summary, failed, books })}\n`);

    expect(failed).toEqual([]);
    expect(visits.size).toBe(0);
    expect(books).toEqual({ other: 0, refunds: 0, off: 0, differences: 0 });
    for (const { process, residentMb, handles } of trends) {
      expect({ process, growth: residentMb[1] / residentMb[0], residentMb }).toMatchObject({
        growth: expect.toSatisfy((growth: number) => growth <= MAX_GROWTH, `at most ${MAX_GROWTH}`),
      });
      expect({ process, more: handles[1] - handles[0], handles }).toMatchObject({
        more: expect.toSatisfy((more: number) => more <= MAX_ADDED_HANDLES, `at most ${MAX_ADDED_HANDLES}`),
      });
    }
    expect(logBytesPerOrder).toBeLessThanOrEqual(MAX_LOG_BYTES_PER_ORDER);
    expect(bytesPerOrder).toBeLessThanOrEqual(MAX_DATABASE_BYTES_PER_ORDER);
    const memory = trends.map(
      ({ process, residentMb: [first, last] }) => `${process} ${first.toFixed(0)} to ${last.toFixed(0)} MB`,
    );
    recordProof("Long run with the vendors' limits", {
      figures: `${HOURS} hours, ${BUYERS_A_MINUTE} buyers a minute: ${buyers} buyers, ${visitCounts.card + visitCounts.transfer} delivered`,
      result: `${memory.join(', ')}; ${logBytesPerOrder} bytes of log and ${bytesPerOrder} bytes of tables per order`,
    });
  } finally {
    await installation.close();
  }
});
