import { rm } from 'node:fs/promises';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { queryOnce } from '../../server/platform/database/queryOnce.testing.ts';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { payByCard, placeFirstCardOrder } from '../buyers/cardPurchase.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { openInstallation } from '../installation/installation.testing.ts';
import { BUILT_VERSION, type RunningProcess } from '../installation/release.testing.ts';
import { BLOCK_SECONDS } from '../startWorld.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const POLL_MS = 100;
const MAX_ALERT_MS = 2 * MINUTE_MS;
const MAX_DELIVERY_MS = 10 * SECOND_MS;
/** A slow machine should fail the checks at the end, with the measured figures, not this timeout. */
const PATIENCE_MS = 5 * MINUTE_MS;
const COINS = ['ETH', 'POL', 'BTC'];

type FaultMeasurement = { readonly fault: string; readonly alertMs: number; readonly deliveredMs: number };

test('a worker without a signer is not ready and raises an alert within two minutes; orders are delivered within ten seconds of its return', {
  timeout: 30 * MINUTE_MS,
}, async () => {
  const installation = await openInstallation('signer-health', {
    portCount: 2,
    environment: { SANDBOX_BLOCK_SECONDS: BLOCK_SECONDS, KRAKEN_TIER: 'pro' },
  });
  const { database, desk, sandboxPort } = installation;
  const [apiPort, healthPort] = installation.ports as [number, number];
  const release = installation.release(BUILT_VERSION);

  type Row = Readonly<Record<string, string>>;
  /** Repeats the query until `isReached` accepts its rows. Returns the milliseconds since `began`. */
  async function measureUntil(
    began: number,
    sql: string,
    isReached: (rows: readonly Row[]) => boolean,
  ): Promise<number> {
    const checkRows = async () => isReached((await queryOnce(database.url, sql)) as Row[]);
    await expect.poll(checkRows, { timeout: PATIENCE_MS, interval: POLL_MS }).toBe(true);
    return performance.now() - began;
  }
  const openAlerts = `select kind from operator_alerts where kind = 'signer_unreachable' and settled_at is null`;
  const readWorkerStatus = async () => (await fetch(`http://127.0.0.1:${healthPort}/readyz`)).status;

  /** Places and pays one order for each coin. */
  async function buy(): Promise<readonly string[]> {
    return Promise.all(
      COINS.map(async (coin) => {
        const client = createGatewayClient(`http://localhost:${apiPort}`);
        const authToken = await client.logIn(desk, `${crypto.randomUUID()}@example.com`);
        const address =
          coin === 'BTC'
            ? 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
            : privateKeyToAccount(generatePrivateKey()).address;
        const orderNo = await placeFirstCardOrder(client, authToken, {
          getCurrency: coin,
          address,
          sendCurrencyAmount: '60',
        });
        await payByCard(client, authToken, orderNo, sandboxPort);
        return orderNo;
      }),
    );
  }

  try {
    await installation.prepare(release);
    let signer = await release.signer();
    await Promise.all([release.worker(healthPort), release.api(apiPort)]);

    /** Ways in which the signer fails and recovers. */
    const faults: readonly { readonly name: string; fail(): Promise<void>; recover(): Promise<RunningProcess> }[] = [
      { name: 'killed', fail: () => signer.kill(), recover: () => release.signer() },
      {
        name: 'hung',
        fail: async () => void process.kill(-signer.pid, 'SIGSTOP'),
        recover: async () => {
          process.kill(-signer.pid, 'SIGCONT');
          return signer;
        },
      },
      {
        name: 'disconnected',
        fail: () => rm(installation.signerSocket),
        recover: async () => {
          await signer.stop();
          return release.signer();
        },
      },
    ];
    const measured: FaultMeasurement[] = [];
    for (const { name, fail, recover } of faults) {
      await fail();
      const failedAt = performance.now();
      const orderNos = await buy();
      const orderNoList = orderNos.map((orderNo) => `'${orderNo}'`).join(', ');
      const alertMs = await measureUntil(failedAt, openAlerts, (rows) => rows.length === 1);
      await expect.poll(readWorkerStatus, { timeout: PATIENCE_MS, interval: POLL_MS }).toBe(503);
      await measureUntil(
        failedAt,
        `select (select conclusion from order_steps s where s.order_id = o.id order by id desc limit 1) as why
         from orders o where order_no in (${orderNoList})`,
        (rows) => rows.every(({ why }) => why?.includes('signer')),
      );

      signer = await recover();
      const recoveredAt = performance.now();
      const deliveredMs = await measureUntil(
        recoveredAt,
        `select status from orders where order_no in (${orderNoList}) and status = 'delivered'`,
        (rows) => rows.length === COINS.length,
      );
      await measureUntil(recoveredAt, openAlerts, (rows) => rows.length === 0);
      await expect.poll(readWorkerStatus, { timeout: PATIENCE_MS, interval: POLL_MS }).toBe(200);
      measured.push({ fault: name, alertMs: Math.round(alertMs), deliveredMs: Math.round(deliveredMs) });
    }

    const refunds = await queryOnce(database.url, 'select 1 from refunds');
    expect({ measured, refunds: refunds.length }).toEqual({
      measured: faults.map(({ name }) => ({
        fault: name,
        alertMs: expect.toSatisfy((ms: number) => ms <= MAX_ALERT_MS, 'at most two minutes'),
        deliveredMs: expect.toSatisfy((ms: number) => ms <= MAX_DELIVERY_MS, 'at most ten seconds'),
      })),
      refunds: 0,
    });
    const figures = measured.map(
      ({ fault, alertMs, deliveredMs }) =>
        `${fault}: alert after ${Math.round(alertMs / SECOND_MS)} s, delivered ${(deliveredMs / SECOND_MS).toFixed(1)} s after the return`,
    );
    recordProof('Signer outage under load', {
      figures: `${COINS.length} orders per fault; ${figures.join('; ')}`,
      result: 'alert within 2 min, delivery within 10 s of the return, no refund',
    });
  } finally {
    await installation.close();
  }
});
