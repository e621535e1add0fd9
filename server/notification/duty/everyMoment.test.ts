import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { settleAlert } from '../alertStore.ts';
import { createDutyWorld } from './dutyWorld.testing.ts';

const { database } = await openOwnDatabase(6);
const world = createDutyWorld(database);
const { round, advanceClock, raise, acknowledge, reassign } = world;

test('at any time a waking alert has a holder or a next notification, or has notified everyone', async () => {
  const name = fc.constantFrom('anna', 'ben', 'carl');
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 20_000 }) }),
    },
    fc.record({ do: fc.constant('raise' as const), key: fc.constantFrom('a', 'b') }),
    fc.record({ do: fc.constantFrom('seen' as const, 'hand' as const), pick: fc.nat(9), who: name }),
    fc.record({ do: fc.constant('duty' as const), first: fc.option(name), second: fc.option(name) }),
    fc.record({ do: fc.constant('persons' as const), persons: fc.uniqueArray(name) }),
    fc.record({ do: fc.constant('settle' as const), pick: fc.nat(9) }),
    fc.record({ do: fc.constant('killed' as const) }),
    fc.record({ do: fc.constantFrom('phone' as const, 'gone' as const), who: name }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      await world.clear();
      await world.saveAddresses('anna', 'ben');
      let persons = ['anna', 'ben', 'carl'];
      const open = () =>
        database.many<{ id: number }>(sql`select id from operator_alerts where settled_at is null order by id`);
      for (const one of [{ do: 'raise' as const, key: 'a' }, ...steps]) {
        const alerts = await open();
        const alert = 'pick' in one ? alerts[one.pick % Math.max(alerts.length, 1)] : undefined;
        if (one.do === 'pass') await advanceClock(one.seconds);
        if (one.do === 'raise') await raise('payouts_stopped', {}, one.key);
        if (one.do === 'seen' && alert && persons.includes(one.who)) await acknowledge(alert.id, one.who);
        if (one.do === 'hand' && alert && persons.includes(one.who)) await reassign(alert.id, one.who);
        if (one.do === 'settle' && alert) await settleAlert(database, alert.id, 'anna');
        if (one.do === 'duty')
          await world.assignDuty(one.first, one.first === null || one.first === one.second ? null : one.second);
        if (one.do === 'persons') persons = [...one.persons];
        if (one.do === 'killed') await world.runKilledRound(persons);
        if (one.do === 'phone') await world.addPhone(one.who);
        if (one.do === 'gone')
          await database.run(sql`update push_subscriptions set gone_at = slipway_now() where person = ${one.who}`);
        await round(persons, world.withPush);
        const faults = await database.many(sql`
          select a.id, w.* from operator_alerts a left join alert_watches w on w.alert_id = a.id
          where a.settled_at is null and not coalesce(
            w.holder = any (${persons})
            or w.due_at > slipway_now() - interval '1 second'
            or exists (
              select 1 from alert_notifications t where t.alert_id = a.id and t.round = w.round and t.person is null), false)`);
        expect(faults).toEqual([]);
        // Each email has its notification records, and vice versa.
        const messages = await database.many(
          sql`select distinct 'alert:' || message || ':0' as id from alert_notifications where channel = 'mail' order by id`,
        );
        expect(messages).toEqual(await database.many(sql`select id from mail_outbox order by id`));
        expect(
          await database.many(
            sql`select distinct message from alert_notifications where channel = 'push' order by message`,
          ),
        ).toEqual(await database.many(sql`select distinct message from push_deliveries order by message`));
        // A person with a phone is never skipped.
        expect(
          await database.many(sql`
            select t.person from alert_notifications t join push_subscriptions s on s.person = t.person
            where t.channel = 'none' and s.gone_at is null and s.created_at < t.notified_at`),
        ).toEqual([]);
      }
    }),
    { numRuns: 25 },
  );
});
