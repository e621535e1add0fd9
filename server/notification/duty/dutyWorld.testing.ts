import sql from 'sql-template-tag';
import type { Database } from '../../platform/database/database.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { getTestRootKeys } from '../../platform/persons/testPersonKeys.testing.ts';
import type { AlertChannels } from '../alertChannels.ts';
import { raiseAlert } from '../alertStore.ts';
import { insertPushSubscription } from '../push/pushStore.ts';
import { sendAlertNotifications } from '../sendAlertNotifications.ts';
import { insertDutyPeriod } from './dutyStore.ts';
import { savePersonAddress } from './personAddressStore.ts';
import { lockWatch, saveAcknowledgement, saveReassignment } from './watchStore.ts';

const RULES = { wakeNextMs: 600_000, seenHoldsMs: 4 * 3_600_000 };

/** Returns helpers that control the people, the roster, the alerts and the clock of an installation. */
export function createDutyWorld(database: Database) {
  const everybody: AlertChannels = { recipients: ['all@example.com'], webhook: undefined, push: undefined };
  const worker = roleDatabase(database, 'worker');
  /** Every transaction fails before its commit. */
  const failingDatabase: Database = {
    ...worker,
    transaction: (work) =>
      worker.transaction(async (transaction) => {
        await work(transaction);
        throw new Error('killed');
      }),
  };
  const runRound = (of: Database, persons: readonly string[], alertChannels: AlertChannels) =>
    sendAlertNotifications({
      database: of,
      alertChannels,
      operatorName: 'Example',
      rootKeys: getTestRootKeys(...persons),
      rules: RULES,
      log: createLog('silent'),
    });
  const withLockedWatch = (id: number, write: (transaction: Parameters<typeof lockWatch>[0]) => Promise<void>) =>
    database.transaction(async (transaction) => {
      await lockWatch(transaction, id);
      await write(transaction);
    });
  let alertCount = 0;
  let phoneCount = 0;
  return {
    /** `everybody`, with push configured. */
    withPush: { ...everybody, push: { publicKey: '', privateKey: '', subject: '' } },
    /** Adds a phone that gets no real pushes. */
    addPhone: (person: string) =>
      database.transaction(async (transaction) => {
        phoneCount += 1;
        const target = { endpoint: `https://push.example/${phoneCount}`, p256dh: '', auth: '' };
        await insertPushSubscription(transaction, person, { ...target, browser: '', system: '' });
      }),
    acknowledge: (id: number, who: string) =>
      withLockedWatch(id, (transaction) => saveAcknowledgement(transaction, id, who)),
    reassign: (id: number, to: string) => withLockedWatch(id, (transaction) => saveReassignment(transaction, id, to)),
    everybody,
    /** Runs a worker's round with these people enrolled. */
    round: (persons: readonly string[] = ['anna', 'ben', 'carl'], alertChannels = everybody) =>
      runRound(worker, persons, alertChannels),
    /** A round of a worker that is killed before it commits. */
    runKilledRound: (persons: readonly string[]) =>
      runRound(failingDatabase, persons, everybody).catch(() => undefined),
    advanceClock: (seconds: number) =>
      database.run(sql`update clock set offset_seconds = offset_seconds + ${seconds}::float8`),
    async raise(kind: 'payouts_stopped' | 'books_differ' = 'payouts_stopped', facts = {}, key?: string) {
      alertCount += 1;
      const alertKey = key ?? `alert ${alertCount}`;
      await raiseAlert(database, { key: alertKey, orderId: null, kind, facts: { network: alertKey, ...facts } });
      const { id } = await database.one<{ id: number }>(sql`select id from operator_alerts where key = ${alertKey}`);
      return id;
    },
    /** Assigns duty for `hours`, from an hour ago. */
    async assignDuty(first: string | null, second: string | null, hours = 1_000) {
      const now = await database.now();
      const from = new Date(now.getTime() - 3_600_000);
      const to = new Date(now.getTime() + hours * 3_600_000);
      await database.transaction((transaction) => insertDutyPeriod(transaction, { from, to, first, second }, 'anna'));
    },
    /** Stores an email address for each person. */
    saveAddresses: (...persons: string[]) =>
      database.transaction(async (transaction) => {
        for (const person of persons) await savePersonAddress(transaction, person, `${person}@example.com`);
      }),
    /** Returns the recipients of emails, in order. */
    listEmails: async () =>
      (
        await database.many<{ recipient: string; body: string; subject: string }>(
          sql`select recipient, subject, body from mail_outbox order by created_at, id`,
        )
      ).map(({ recipient, ...email }) => ({ to: recipient.replace('@example.com', ''), ...email })),
    async clear() {
      await database.run(sql`delete from alert_notifications`);
      await database.run(sql`delete from alert_watches`);
      for (const table of [
        'operator_alerts',
        'alert_messages',
        'mail_outbox',
        'person_addresses',
        'push_subscriptions',
      ])
        await database.pool.query(`delete from ${table}`);
      await database.run(sql`alter table on_call_periods disable trigger all`);
      await database.run(sql`delete from on_call_periods`);
    },
  };
}
