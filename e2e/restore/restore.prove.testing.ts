import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { queryOnce } from '../../server/platform/database/queryOnce.testing.ts';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import {
  type BoughtCoins,
  buyCoins,
  createSeededRandom,
  readArrivedUnits,
} from '../installation/boughtCoins.testing.ts';
import { openInstallation } from '../installation/installation.testing.ts';
import { BUILT_VERSION, type RunningProcess } from '../installation/release.testing.ts';
import type { OperatorCli } from '../operatorCli.ts';
import { createSandboxControls } from '../sandboxControls.ts';
import { BLOCK_SECONDS } from '../startWorld.ts';

const RESTORES = Number(process.env['PROVE_RESTORES'] ?? 50);
const SEED = Number(process.env['PROVE_SEED'] ?? Date.now() % 1_000_000);
const MINUTE_MS = 60_000;
const POLL_MS = 500;
/** Time limit of an order after a restore; a slow machine under other load uses most of it. */
const PATIENCE_MS = 10 * MINUTE_MS;
/** Minimum and maximum of the milliseconds from the snapshot to the restore. What happens in between is lost. */
const LOST_MS = [500, 12_000] as const;

/** Parts that are restored to the snapshot. */
const MODES = ['both', 'database', 'record'] as const;

/**
 * Condition for an order whose payment was authorized and captured only in the lost time. The restored product has not requested
 * the capture, so it holds the order for a person; {@link createReviewer} releases it.
 */
const HELD = `(status = 'on_hold' and exists (select 1 from order_events e
  where e.order_id = o.id and e.kind = 'payment_captured' and e.to_status = 'on_hold'))`;

const STATUS_WITH_WAIT = `order_no, status, reason, (select conclusion from order_steps s where s.order_id = o.id order by id desc limit 1)`;

const OPEN_DIFFERENCES = `select place, asset, units::text, rest_units::text, rows, opened_at from reconciliation_differences where state = 'open'`;

/** Time after which a held order without a new event is handled again. */
const REVIEW_AGAIN_MS = 30_000;

/**
 * Returns `review`, which handles each held order as the operator's guide asks a person to: releases it. If the order was paid
 * already, two people first vouch that it may be paid again; this throws unless its payout was cancelled. `vouched` returns how
 * often they vouched.
 */
function createReviewer(databaseUrl: string, operator: OperatorCli<readonly string[]>) {
  const reviewedAt = new Map<string, number>();
  let vouched = 0;
  return {
    vouched: () => vouched,
    async review(): Promise<void> {
      const heldOrders = (await queryOnce(
        databaseUrl,
        `select order_no, reason, event_sequence,
           exists (select 1 from payouts p where p.order_id = o.id and p.status in ('abandoned', 'reverted')) as cancelled
         from orders o where status = 'on_hold'`,
      )) as { order_no: string; reason: string; event_sequence: string; cancelled: boolean }[];
      for (const { order_no: orderNo, reason, event_sequence: sequence, cancelled } of heldOrders) {
        const key = `${orderNo} ${sequence}`;
        if (Date.now() - (reviewedAt.get(key) ?? 0) < REVIEW_AGAIN_MS) continue;
        reviewedAt.set(key, Date.now());
        if (reason === 'already_paid') {
          if (!cancelled) throw new Error(`order ${orderNo} was paid already, and no payout of it was cancelled`);
          await operator.runByTwo('vouch', orderNo, 'again');
          vouched += 1;
        }
        await operator.runByTwo('clear', orderNo);
      }
    },
  };
}

test(`${RESTORES} restores under load with slow vendors: nothing is paid twice, every order is delivered, and the books agree`, {
  timeout: RESTORES * 12 * MINUTE_MS,
}, async () => {
  const random = createSeededRandom(SEED);
  const installation = await openInstallation('restore', {
    portCount: 2,
    // A start reads the account at the venue: the lowest tier allows that once a minute in addition to what orders need.
    environment: { SANDBOX_BLOCK_SECONDS: BLOCK_SECONDS, KRAKEN_TIER: 'pro' },
  });
  const { database, desk, operator, signerFolder } = installation;
  const reviewer = createReviewer(database.url, operator);
  const [apiPort, healthPort] = installation.ports as [number, number];
  try {
    const release = installation.release(BUILT_VERSION);
    await installation.prepare(release);
    const controls = createSandboxControls(desk);

    const snapshotFolder = join(installation.dataDir, 'kept-signer');
    const name = new URL(database.url).pathname.slice(1);
    const runAsAdmin = async (...statements: readonly string[]) => {
      const url = new URL(database.url);
      url.pathname = '/postgres';
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      try {
        for (const statement of statements) await client.query(statement);
      } finally {
        await client.end();
      }
    };
    const copyDatabase = (from: string, to: string) =>
      runAsAdmin(`drop database if exists ${to} with (force)`, `create database ${to} template ${from}`);

    let running: readonly RunningProcess[] = [];
    async function start(): Promise<void> {
      const signer = await release.signer();
      running = [signer, ...(await Promise.all([release.worker(healthPort), release.api(apiPort)]))];
    }
    async function kill(): Promise<void> {
      await Promise.all(running.map((each) => each.kill()));
      await runAsAdmin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    }

    const bought: BoughtCoins[] = [];
    const lost: Record<string, number> = {};
    let heldCount = 0;
    await start();
    for (let restore = 0; restore < RESTORES; restore++) {
      const mode = MODES[restore % MODES.length] ?? 'both';
      await controls.injectFaults(
        ['stripe', 'kraken'].map((standIn) => ({ standIn, effect: 'answer_late', times: 8, size: 1 + random() * 3 })),
      );
      bought.push(...(await buyCoins(installation, 3)));
      await sleep(random() * 4_000);
      await kill();
      await copyDatabase(name, 'kept_database');
      await rm(snapshotFolder, { recursive: true, force: true });
      await cp(signerFolder, snapshotFolder, { recursive: true, filter: (path) => !path.endsWith('/lock') });

      await start();
      await sleep(LOST_MS[0] + random() * (LOST_MS[1] - LOST_MS[0]));
      await kill();
      const [{ forms: before }] = (await queryOnce(
        database.url,
        'select count(*)::int as forms from signed_forms',
      )) as [{ forms: number }];
      if (mode !== 'record') await copyDatabase('kept_database', name);
      if (mode !== 'database') {
        await rm(signerFolder, { recursive: true });
        await cp(snapshotFolder, signerFolder, { recursive: true });
      }
      const [{ forms: after }] = (await queryOnce(database.url, 'select count(*)::int as forms from signed_forms')) as [
        { forms: number },
      ];
      lost[mode] = (lost[mode] ?? 0) + before - after;
      await controls.injectFaults([]);
      await start();
      const restored = `restore ${restore + 1} of seed ${SEED}: ${mode}`;
      const waitUntilDelivered = (condition: string, act: () => Promise<void> = async () => undefined) =>
        expect
          .poll(
            async () => {
              await act();
              const query = `select ${STATUS_WITH_WAIT} from orders o where status <> 'delivered' and ${condition}`;
              const open = await queryOnce(database.url, query);
              // Includes open differences, which halt payouts, so that a failure names its cause.
              return open.length === 0 ? [] : [restored, ...open, ...(await queryOnce(database.url, OPEN_DIFFERENCES))];
            },
            { timeout: PATIENCE_MS, interval: POLL_MS },
          )
          .toEqual([]);
      // First the orders that need no decision; then a person releases the held ones.
      await waitUntilDelivered(`not ${HELD}`);
      heldCount += (await queryOnce(database.url, `select 1 from orders o where ${HELD}`)).length;
      await waitUntilDelivered('true', reviewer.review);
    }

    for (const { orderNo, coin, address } of bought) {
      const [order] = (await queryOnce(
        database.url,
        `select receive_units::text as units from orders where order_no = '${orderNo}'`,
      )) as { units: string }[];
      const balance = await readArrivedUnits(installation, { orderNo, coin, address });
      expect({ orderNo, coin, balance }).toEqual({ orderNo, coin, balance: order?.units });
    }
    const [disagreements] = await queryOnce(
      database.url,
      `select (select count(*) from (select 1 from ledger_postings group by transaction_id, asset having sum(units) <> 0) o) as off,
         (select count(*) from orders o where status = 'delivered' and (select count(*) from payouts p
            where p.order_id = o.id and p.status not in ('reverted', 'abandoned')) <> 1) as payouts,
         (select count(*) from reconciliation_differences where state = 'open') as differences`,
    );
    expect(disagreements).toEqual({ off: '0', payouts: '0', differences: '0' });
    recordProof('Restores under load', {
      figures: `${RESTORES} restores of generated moments (both, only the database, only the signer's record): ${bought.length} orders; signed transactions that the restored database lacked: ${MODES.map((mode) => `${lost[mode] ?? 0} (${mode})`).join(', ')}`,
      seed: `${SEED}`,
      result: `nothing paid twice; every order delivered, ${heldCount} of them only after a person released them, ${reviewer.vouched()} only after two people vouched for them; books agree`,
    });
  } finally {
    await installation.close();
  }
});
