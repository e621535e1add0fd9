import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import type { Chain } from '../../providers/chain/chainPort.ts';
import { createRemoteSigner } from '../../signer/socket/remoteSigner.ts';
import { runStep } from '../order/stepRunner/runStep.ts';
import { sweepDeadlines } from '../order/sweeps/sweepOrders.ts';
import { openConvertedOrders } from './convertedOrder.testing.ts';
import { sendPayout } from './steps/sendPayout.ts';

const { database, createConvertedOrder, advanceClock } = await openConvertedOrders();
const SIX_HOURS = 6 * 60 * 60;
const awaySigner = createRemoteSigner('/nowhere/signer.socket').signer;

async function createOrderWithoutSigner() {
  const stored = await createConvertedOrder();
  const { context, orderId, chain } = stored;
  const silentNode: Chain = {
    ...chain,
    readTreasury: async () => ({ kind: 'unavailable', retryAfterMs: 0, detail: 'the node does not answer' }),
  };
  const [network = ''] = context.chains.keys();
  const send = (change: Partial<typeof context>) =>
    runStep({ ...context, ...change }, sendPayout, { orderId, subject: '' });
  const sweep = { database, machine: context.machine, log: createLog('silent'), rules: { refundUnsentMs: null } };
  return {
    ...stored,
    sendWithoutSigner: () => send({ signer: awaySigner as typeof context.signer }),
    sendWithoutNode: () => send({ chains: new Map([[network, silentNode]]) }),
    sweepDeadlines: () => sweepDeadlines(sweep),
    eventKinds: async () => {
      const rows = await database.many<{ kind: string }>(
        sql`select kind from order_events where order_id = ${orderId} order by sequence`,
      );
      return rows.map(({ kind }) => kind);
    },
  };
}

test('shows that an order waits for the signer while the signer does not answer', async () => {
  const { sendWithoutSigner, readConclusion } = await createOrderWithoutSigner();
  await sendWithoutSigner();
  expect(await readConclusion()).toBe('signer_unavailable');
});

test('does not refund an order for an unavailable signer, and pays it when the signer returns', async () => {
  const { sendWithoutSigner, sweepDeadlines: sweep, order, eventKinds, steps } = await createOrderWithoutSigner();
  await sendWithoutSigner();
  await advanceClock(SIX_HOURS + 60);
  await sweep();
  expect((await order())?.status).toBe('converted');
  expect(await eventKinds()).not.toContain('funds_short_too_long');
  await steps.send();
  expect((await order())?.status).toBe('delivering');
});

test('does not refund when the node fails too while the signer is unavailable', async () => {
  const {
    sendWithoutSigner,
    sendWithoutNode,
    sweepDeadlines: sweep,
    order,
    readConclusion,
  } = await createOrderWithoutSigner();
  await sendWithoutSigner();
  await sendWithoutNode();
  expect(await readConclusion()).toBe('vendor_unavailable');
  await advanceClock(SIX_HOURS + 60);
  await sweep();
  expect((await order())?.status).toBe('converted');
});

test('refunds an order within minutes if funds are short once the signer is back', async () => {
  const { sendWithoutSigner, sweepDeadlines: sweep, order, story, steps } = await createOrderWithoutSigner();
  await sendWithoutSigner();
  await advanceClock(SIX_HOURS + 60);
  await sweep();
  story.balance = 0n;
  await steps.send();
  await advanceClock(15 * 60);
  await sweep();
  expect((await order())?.status).toBe('refunding');
});
