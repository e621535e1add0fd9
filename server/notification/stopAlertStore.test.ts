import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { raiseLastingAlert } from './alertStore.ts';
import { STOP_PREFIX, settleEndedPayoutAlerts } from './stopAlertStore.ts';

const { database } = await openOwnDatabase(2);

test('settles an alert about stopped payouts when no order has raised it for five minutes', async () => {
  const raise = () =>
    database.transaction((transaction) =>
      raiseLastingAlert(transaction, {
        key: `${STOP_PREFIX}bitcoin:over_limit`,
        orderId: null,
        kind: 'payouts_stopped',
        facts: {},
      }),
    );
  const pass = (seconds: number) => database.run(sql`update clock set offset_seconds = offset_seconds + ${seconds}`);
  const state = () => database.one(sql`select settled_by as by, times from operator_alerts`);
  await raise();
  await pass(290);
  await raise();
  await pass(290);
  await settleEndedPayoutAlerts(database);
  expect(await state()).toEqual({ by: null, times: 1 });
  await pass(20);
  await settleEndedPayoutAlerts(database);
  expect(await state()).toEqual({ by: 'slipway', times: 1 });
});
