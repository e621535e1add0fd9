import type { Role } from '@slipway/contract/entities/roles.ts';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import type { Kind } from '../../configuration/kinds.ts';
import { rowRights } from '../../configuration/rowRights.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { insertPersonStatement } from '../../platform/persons/personStatementStore.ts';
import { argumentsOf } from '../../platform/persons/requested.ts';
import { type Act, type Right, rights } from '../../platform/persons/rights.ts';
import { createChain, keyOf } from '../../platform/persons/somePersons.testing.ts';
import { hashOf, type SignedStatement } from '../../platform/persons/statement.ts';
import { requestIn } from '../commandRunner.testing.ts';
import { commands } from '../commands.ts';
import { readFields } from '../fieldValues.ts';
import { answerRequest, findRequest, insertRequest, type OperatorRequest } from '../requestStore.ts';
import { runCommand } from '../runCommand.ts';
import { judgeRequest } from './judgeRequest.ts';
import { typedBy } from './testPersons.testing.ts';

const { database } = await openOwnDatabase(3);
const chain = createChain('anna', 'ben');
/** One person of each role alone. */
const alone: Readonly<Record<Role, string>> = {
  viewer: 'vera',
  support: 'sam',
  compliance: 'cleo',
  treasurer: 'tom',
  admin: 'ada',
};

beforeAll(async () => {
  await seedConfiguration(database, []);
  for (const [role, name] of Object.entries(alone)) chain.confirm('ben', chain.propose('anna', name, [role as Role]));
  for (const signed of chain.statements)
    await database.transaction((transaction) => insertPersonStatement(transaction, signed));
});

const rightOf = (act: Act): Right => rights[act];

const given = (by: string, options: Record<string, string> = {}) =>
  typedBy(by, { database, rootKeys: chain.rootKeys, options });
const run = (by: string, act: Act, words: readonly string[]) => runCommand(given(by), act, words);
const rule = (key: string) =>
  database
    .one<{ value: { value: string } }>(sql`select value from configuration where kind = 'rule' and key = ${key}`)
    .then(({ value }) => value.value);

describe('one person alone', () => {
  test.each([
    ['secondPersonAboveEuro', '99999999'],
    ['withdrawalTakesTwoAboveEuro', '99999999'],
    ['limitsTakeTwo', 'no'],
    ['identityAboveEuro', '99999'],
  ])('does not change %s, nor agrees to it as somebody else', async (key, value) => {
    const before = await rule(key);
    const request = requestIn(await run('anna', 'set', ['rule', key, value]));
    await expect(run('anna', 'approve', [request])).rejects.toThrow('your own');
    const asBen = { ...given('anna'), signer: { ...keyOf('anna'), id: keyOf('ben').id } };
    await expect(runCommand(asBen, 'approve', [request])).rejects.toThrow('signature does not fit');
    expect(await rule(key)).toBe(before);
    await run('ben', 'reject', [request]);
  });

  test('does not let the bar down by taking the rules for limits off first: the bar takes two whatever they say', async () => {
    const off = requestIn(await run('anna', 'set', ['rule', 'limitsTakeTwo', 'no']));
    await run('ben', 'approve', [off]);
    expect(await run('anna', 'set', ['rule', 'minimumAge', '19'])).toContain('19');
    requestIn(await run('anna', 'set', ['rule', 'secondPersonAboveEuro', '99999999']));
    requestIn(await run('anna', 'set', ['rule', 'limitsTakeTwo', 'yes']));
    const on = requestIn(await run('anna', 'set', ['rule', 'limitsTakeTwo', 'yes']));
    await run('ben', 'approve', [on]);
  });

  test.each([
    ['crypto', 'BTC', 'spread=0.5'],
    ['partner', 'shop', 'name=Shop', 'kind=partner_site', 'origins=https://shop.example'],
    ['fee', 'credit_debit_card/EUR', 'percent=0'],
    ['risk-rule', 'buyer_orders_hour', 'above=10000'],
  ])('sets no %s', async (...words) => {
    requestIn(await run('anna', 'set', words));
  });

  test('changes no partner even where limits take one person, and may still switch one off', async () => {
    const off = requestIn(await run('anna', 'set', ['rule', 'limitsTakeTwo', 'no']));
    await run('ben', 'approve', [off]);
    const made = ['partner', 'stall', 'name=Stall', 'kind=partner_site', 'origins=https://stall.example'];
    await run('ben', 'approve', [requestIn(await run('anna', 'set', made))]);
    requestIn(await run('anna', 'set', ['partner', 'stall', 'origins=https://other.example']));
    requestIn(await run('anna', 'remove', ['partner', 'stall']));
    expect(await run('anna', 'set', ['partner', 'stall', 'enabled=false'])).toContain('stall');
    requestIn(await run('anna', 'set', ['partner', 'stall', 'enabled=true']));
    const on = requestIn(await run('anna', 'set', ['rule', 'limitsTakeTwo', 'yes']));
    await run('ben', 'approve', [on]);
  });

  test.each(['partner-key', 'rotate-secret', 'rotate-link-key'] as const)(
    'makes no secret of a partner by %s',
    async (act) => {
      const shop = ['partner', 'shop', 'name=Shop', 'kind=partner_site', 'origins=https://shop.example'];
      await run('ben', 'approve', [requestIn(await run('anna', 'set', shop))]);
      const request = requestIn(await run('anna', act, ['shop']));
      await expect(run('anna', 'approve', [request])).rejects.toThrow('your own');
      expect(await run('anna', 'collect', [request])).toContain('waits for a second person');
      await expect(run('ben', 'collect', [request])).rejects.toThrow('only anna collects it');
      await expect(run('cleo', 'approve', [request])).rejects.toThrow('is for admin to answer');
      await run('ben', 'reject', [request]);
      await expect(run('anna', 'collect', [request])).rejects.toThrow(`request ${request} was not done`);
    },
  );

  test('adds to a list that keeps harm away, and takes nothing out of it', async () => {
    expect(
      await run('anna', 'set', ['denied-address', '0x0000000000000000000000000000000000000bad', 'reason=reported']),
    ).toContain('reported');
    requestIn(await run('anna', 'remove', ['denied-address', '0x0000000000000000000000000000000000000bad']));
  });
});

describe('a change of the configuration', () => {
  const sample: Readonly<Record<Kind, readonly string[]>> = {
    currency: ['EUR', 'maximumPay=4000'],
    crypto: ['BTC', 'spread=0.004'],
    network: ['bitcoin', 'confirmations=4'],
    fee: ['credit_debit_card/EUR', 'percent=0.02'],
    country: ['FR', 'banned=true'],
    rule: ['minimumAge', '20'],
    'risk-rule': ['buyer_orders_hour', 'above=9'],
    partner: ['shop', 'name=Shop', 'kind=partner_site', 'origins=https://shop.example'],
    provider: ['mercuryo', 'enabled=true'],
    'transfer-account': ['EUR', 'bankName=Bank'],
    'denied-address': ['0x0000000000000000000000000000000000000abc', 'reason=reported'],
    'blocked-network': ['203.0.113.0/24', 'reason=attacks'],
    'reviewed-name': ['Somebody, Else', 'reason=reported'],
  };

  test('has somebody for every kind, and no word of it says more than its kinds do', () => {
    for (const word of ['asks', 'approves'] as const)
      expect(new Set(Object.values(rowRights).flatMap((right) => right[word] ?? []))).toEqual(
        new Set(rightOf('set')[word]),
      );
    expect(rightOf('remove')).toEqual(rightOf('set'));
  });

  describe.each(Object.entries(rowRights) as [Kind, Right][])('of a %s', (kind, { asks, approves }) => {
    test.each(Object.entries(alone) as [Role, string][])('is asked for by %s as its row says', async (role, name) => {
      const said = await run(name, 'set', [kind, ...sample[kind]]).catch((error: Error) => error.message);
      const refused = new RegExp(`^(set|a change of a ${kind}) is for .*; ${name} is ${role}$`);
      expect([refused.test(said), said]).toEqual([!asks.includes(role), said]);
    });

    test.each(Object.entries(alone) as [Role, string][])('is agreed to by %s as its row says', async (role, name) => {
      const id = await insertRequestOf(kind, sample[kind]);
      const said = await run(name, 'reject', [String(id)]).catch((error: Error) => error.message);
      expect([said === `request ${id} is rejected`, said]).toEqual([approves?.includes(role) ?? false, said]);
    });

    test('counts for nothing, signed by whoever may not, however it came into the table', async () => {
      for (const [role, name] of Object.entries(alone) as [Role, string][]) {
        const forged = await insertRequestOf(kind, sample[kind], name);
        const judged = await judgeRequest({ database, rootKeys: chain.rootKeys }, forged);
        const isWrong = judged.kind === 'refused' && judged.reason === 'wrong_role';
        expect([role, isWrong]).toEqual([role, !approves?.includes(role)]);
      }
    });
  });

  /** Asked for by anna, who may all, and agreed to by somebody: statements that whoever writes the tables may put there. */
  async function insertRequestOf(kind: Kind, words: readonly string[]): Promise<number>;
  async function insertRequestOf(kind: Kind, words: readonly string[], approvedBy: string): Promise<OperatorRequest>;
  async function insertRequestOf(kind: Kind, [key = '', ...fields]: readonly string[], approvedBy?: string) {
    const change = JSON.stringify({ kind, key, fields: readFields(kind, key, fields) });
    const request = {
      action: 'set',
      subject: `${kind} ${key}`,
      input: { change },
      who: 'anna',
      why: 'a test',
    } as const;
    const now = await database.now();
    const asked = chain.signAt(now, 'anna', { act: 'set', arguments: argumentsOf(request) });
    await keep(asked);
    const id = await insertRequest(database, request, { needsSecondPerson: true, askedWith: hashOf(asked) });
    if (approvedBy === undefined) return id;
    const approved = chain.signAt(now, approvedBy, { act: 'approve', arguments: { statement: hashOf(asked) } });
    await keep(approved);
    const answer = { by: approvedBy, status: 'approved', statement: hashOf(approved) } as const;
    await answerRequest(database, id, answer);
    return findRequest(database, id);
  }

  async function keep(signed: SignedStatement): Promise<void> {
    await database.run(sql`
      insert into operator_statements (hash, nonce, person, act, text, signature, credential_kind, received_at)
      values (${hashOf(signed)}, ${hashOf(signed)}, 'anna', 'set', ${signed.text}, ${Buffer.from(signed.signature)}, 'ed25519', now())`);
  }

  test('whose subject names another row than it changes is never made', async () => {
    const change = JSON.stringify({ kind: 'fee', key: 'credit_debit_card/EUR', fields: { percent: '0' } });
    const request = {
      action: 'set',
      subject: 'fee bank_transfer/EUR',
      input: { change },
      who: 'anna',
      why: 'a test',
    } as const;
    const asked = chain.signAt(await database.now(), 'anna', { act: 'set', arguments: argumentsOf(request) });
    await keep(asked);
    const id = await insertRequest(database, request, { needsSecondPerson: true, askedWith: hashOf(asked) });
    await expect(run('ben', 'approve', [String(id)])).rejects.toThrow('is said to be about fee bank_transfer/EUR');
  });
});

test('what somebody signed is kept with the signature, and what was done is spent', async () => {
  await run('anna', 'set', ['denied-address', '0x0000000000000000000000000000000000000123', 'reason=reported']);
  const kept = await database.one<{ person: string; act: string; spent: boolean }>(sql`
    select person, act, exists (select 1 from spent_statements p where p.hash = s.hash) as spent
    from operator_statements s where text like '%0000000000000123%'`);
  expect(kept).toEqual({ person: 'anna', act: 'set', spent: true });
});

describe('each command', () => {
  test.each((Object.keys(rights) as Act[]).filter((act) => act !== 'reconcile'))(
    '%s: is done for the roles of its row alone',
    async (act) => {
      expect(commands[act].usage).toMatch(new RegExp(`^${act}\\b`));
      for (const [role, name] of Object.entries(alone)) {
        const refused = new RegExp(`^${act} is for .*; ${name} is ${role}$`);
        const said = await runCommand(given(name, { page: 'x' }), act, []).catch((error: Error) => error.message);
        expect(refused.test(said)).toBe(!rightOf(act).asks.includes(role as Role));
      }
    },
  );

  test.each(Object.entries(rights).filter(([, { approves }]) => approves !== null))(
    '%s: each role that agrees may answer at all, and one that does not cannot',
    (_, { approves }) => {
      for (const role of approves ?? []) expect(rightOf('approve').asks).toContain(role);
    },
  );

  test('a request is answered by a role that may', async () => {
    const request = requestIn(
      await run('anna', 'accept-difference', ['1']).catch(async () =>
        run('anna', 'remove', ['fee', 'credit_debit_card/EUR']),
      ),
    );
    await expect(run('sam', 'approve', [request])).rejects.toThrow('approve is for compliance, treasurer, admin');
    await expect(run('cleo', 'reject', [request])).rejects.toThrow('is for treasurer, admin to answer');
    await run('tom', 'reject', [request]);
  });
});
