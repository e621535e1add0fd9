import type { Role } from '@slipway/contract/entities/roles.ts';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerRequest, findRequest, insertRequest, type OperatorRequest } from '../../action/requests/requestStore.ts';
import { removeConfiguration, setConfiguration } from '../../configuration/actions/changeConfiguration.ts';
import { parseRowFields } from '../../configuration/actions/parseRowFields.ts';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import type { ConfigurationKind } from '../../configuration/configurationKinds.ts';
import { rowRights } from '../../configuration/rowRights.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import type { ActionRight } from '../../platform/persons/actionRight.ts';
import { insertPersonStatement } from '../../platform/persons/personStatementStore.ts';
import { buildRequestArguments } from '../../platform/persons/requestedAction.ts';
import { hashStatement, type SignedStatement } from '../../platform/persons/statement.ts';
import { createStatementChain, getTestKey } from '../../platform/persons/testPersonKeys.testing.ts';
import { actions } from '../actions.ts';
import { parseRequestNumber } from '../commandLine/commandRunner.testing.ts';
import { type CommandName, commands } from '../commandLine/commands.ts';
import { runCommand } from '../commandLine/runCommand.ts';
import { ANSWER_ACTS } from '../requests/requestAnswer.ts';
import { judgeRequest } from './judgeRequest.ts';
import { createCommandContext } from './testPersons.testing.ts';

const { database } = await openOwnDatabase(3);
const chain = createStatementChain('anna', 'ben');
/** For each role, a person with only this role. */
const personByRole: Readonly<Record<Role, string>> = {
  viewer: 'vera',
  support: 'sam',
  compliance: 'cleo',
  treasurer: 'tom',
  admin: 'ada',
};

beforeAll(async () => {
  await seedConfiguration(database, []);
  for (const [role, name] of Object.entries(personByRole))
    chain.confirm('ben', chain.propose('anna', name, [role as Role]));
  for (const signed of chain.statements)
    await database.transaction((transaction) => insertPersonStatement(transaction, signed));
});

const createContext = (by: string, options: Record<string, string> = {}) =>
  createCommandContext(by, { database, rootKeys: chain.rootKeys, isSandbox: true, options });
const run = (by: string, act: CommandName, args: readonly string[]) => runCommand(createContext(by), act, args);
const readRule = (key: string) =>
  database
    .one<{ value: { value: string } }>(sql`select value from configuration where kind = 'rule' and key = ${key}`)
    .then(({ value }) => value.value);

describe('one person', () => {
  test.each([
    ['secondPersonAboveEuro', '99999999'],
    ['withdrawalSecondApprovalAboveEuro', '99999999'],
    ['limitsNeedSecondApproval', 'no'],
    ['identityAboveEuro', '99999'],
  ])('cannot change %s, nor approve it as another person', async (key, value) => {
    const before = await readRule(key);
    const request = parseRequestNumber(await run('anna', 'set', ['rule', key, value]));
    await expect(run('anna', 'approve', [request])).rejects.toThrow('your own');
    const asBen = { ...createContext('anna'), signer: { ...getTestKey('anna'), id: getTestKey('ben').id } };
    await expect(runCommand(asBen, 'approve', [request])).rejects.toThrow('signature does not match');
    expect(await readRule(key)).toBe(before);
    await run('ben', 'reject', [request]);
  });

  test('cannot lower the threshold after switching off the rule for limits: it always needs two', async () => {
    const off = parseRequestNumber(await run('anna', 'set', ['rule', 'limitsNeedSecondApproval', 'no']));
    await run('ben', 'approve', [off]);
    expect(await run('anna', 'set', ['rule', 'minimumAge', '19'])).toContain('19');
    parseRequestNumber(await run('anna', 'set', ['rule', 'secondPersonAboveEuro', '99999999']));
    parseRequestNumber(await run('anna', 'set', ['rule', 'limitsNeedSecondApproval', 'yes']));
    const on = parseRequestNumber(await run('anna', 'set', ['rule', 'limitsNeedSecondApproval', 'yes']));
    await run('ben', 'approve', [on]);
  });

  test.each([
    ['crypto', 'BTC', 'spread=0.5'],
    ['partner', 'shop', 'name=Shop', 'kind=partner_site', 'origins=https://shop.example'],
    ['fee', 'credit_debit_card/EUR', 'percent=0'],
    ['risk-rule', 'buyer_orders_hour', 'above=10000'],
  ])('cannot set a row of kind %s alone', async (...args) => {
    parseRequestNumber(await run('anna', 'set', args));
  });

  test('cannot change a partner where limits need one person, but can disable one', async () => {
    const off = parseRequestNumber(await run('anna', 'set', ['rule', 'limitsNeedSecondApproval', 'no']));
    await run('ben', 'approve', [off]);
    const made = ['partner', 'stall', 'name=Stall', 'kind=partner_site', 'origins=https://stall.example'];
    await run('ben', 'approve', [parseRequestNumber(await run('anna', 'set', made))]);
    parseRequestNumber(await run('anna', 'set', ['partner', 'stall', 'origins=https://other.example']));
    parseRequestNumber(await run('anna', 'remove', ['partner', 'stall']));
    expect(await run('anna', 'set', ['partner', 'stall', 'enabled=false'])).toContain('stall');
    parseRequestNumber(await run('anna', 'set', ['partner', 'stall', 'enabled=true']));
    const on = parseRequestNumber(await run('anna', 'set', ['rule', 'limitsNeedSecondApproval', 'yes']));
    await run('ben', 'approve', [on]);
  });

  test.each(['partner-key', 'rotate-secret', 'rotate-link-key'] as const)(
    'cannot create a partner secret by %s',
    async (act) => {
      const shop = ['partner', 'shop', 'name=Shop', 'kind=partner_site', 'origins=https://shop.example'];
      await run('ben', 'approve', [parseRequestNumber(await run('anna', 'set', shop))]);
      const request = parseRequestNumber(await run('anna', act, ['shop']));
      await expect(run('anna', 'approve', [request])).rejects.toThrow('your own');
      expect(await run('anna', 'collect', [request])).toContain('waits for a second approval');
      await expect(run('ben', 'collect', [request])).rejects.toThrow('only anna can collect it');
      await expect(run('cleo', 'approve', [request])).rejects.toThrow('can be answered by admin');
      await run('ben', 'reject', [request]);
      await expect(run('anna', 'collect', [request])).rejects.toThrow(`request ${request} was not executed`);
    },
  );

  test('can add to a deny list, but not remove from it', async () => {
    expect(
      await run('anna', 'set', ['denied-address', '0x0000000000000000000000000000000000000bad', 'reason=reported']),
    ).toContain('reported');
    parseRequestNumber(await run('anna', 'remove', ['denied-address', '0x0000000000000000000000000000000000000bad']));
  });
});

describe('a change of the configuration', () => {
  const sample: Readonly<Record<ConfigurationKind, readonly string[]>> = {
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

  test('has as requesters and approvers everyone who has this right for at least one kind of row, to set or to remove it', () => {
    for (const part of ['requesters', 'approvers'] as const)
      expect(new Set(Object.values(rowRights).flatMap((right) => right[part] ?? []))).toEqual(
        new Set(setConfiguration.right[part]),
      );
    expect(removeConfiguration.right).toEqual(setConfiguration.right);
  });

  describe.each(Object.entries(rowRights) as [ConfigurationKind, ActionRight][])(
    'of a %s',
    (kind, { requesters, approvers }) => {
      test.each(Object.entries(personByRole) as [Role, string][])(
        'is requested by %s only as its row permits',
        async (role, name) => {
          const output = await run(name, 'set', [kind, ...sample[kind]]).catch((error: Error) => error.message);
          const refused = new RegExp(`^(set|Change (?:the )?${kind} .*:) requires the .*; ${name} has ${role}$`);
          expect([refused.test(output), output]).toEqual([!requesters.includes(role), output]);
        },
      );

      test.each(Object.entries(personByRole) as [Role, string][])(
        'is answered by %s only as its row permits',
        async (role, name) => {
          const id = await insertSetRequest(kind, sample[kind]);
          const output = await run(name, 'reject', [String(id)]).catch((error: Error) => error.message);
          expect([output === `request ${id} is rejected`, output]).toEqual([
            approvers?.includes(role) ?? false,
            output,
          ]);
        },
      );

      test('is refused with the signature of a role without the right, however it was inserted', async () => {
        for (const [role, name] of Object.entries(personByRole) as [Role, string][]) {
          const forged = await insertSetRequest(kind, sample[kind], name);
          const judged = await judgeRequest(
            { database, rootKeys: chain.rootKeys, isSandbox: true },
            setConfiguration,
            forged,
          );
          const isWrong = judged.kind === 'refused' && judged.reason === 'wrong_role';
          expect([role, isWrong]).toEqual([role, !approvers?.includes(role)]);
        }
      });
    },
  );

  /** Inserts a request of anna, who has every right; with `approvedBy`, approved by that person, as an attacker may insert it. */
  async function insertSetRequest(kind: ConfigurationKind, args: readonly string[]): Promise<number>;
  async function insertSetRequest(
    kind: ConfigurationKind,
    args: readonly string[],
    approvedBy: string,
  ): Promise<OperatorRequest>;
  async function insertSetRequest(
    kind: ConfigurationKind,
    [key = '', ...fields]: readonly string[],
    approvedBy?: string,
  ) {
    const change = JSON.stringify({ kind, key, fields: parseRowFields(kind, key, fields) });
    const request = {
      action: 'set',
      subject: `${kind} ${key}`,
      input: { change },
      who: 'anna',
      why: 'a test',
    } as const;
    const now = await database.now();
    const signedRequest = chain.signAt(now, 'anna', { act: 'set', arguments: buildRequestArguments(request) });
    await save(signedRequest);
    const id = await insertRequest(database, request, {
      needsSecondPerson: true,
      requestStatement: hashStatement(signedRequest),
    });
    if (approvedBy === undefined) return id;
    const approved = chain.signAt(now, approvedBy, {
      act: 'approve',
      arguments: { statement: hashStatement(signedRequest) },
    });
    await save(approved);
    const answer = { by: approvedBy, status: 'approved', statement: hashStatement(approved) } as const;
    await answerRequest(database, id, answer);
    return findRequest(database, id);
  }

  async function save(signed: SignedStatement): Promise<void> {
    await database.run(sql`
      insert into operator_statements (hash, nonce, person, act, text, signature, credential_kind, received_at)
      values (${hashStatement(signed)}, ${hashStatement(signed)}, 'anna', 'set', ${signed.text}, ${Buffer.from(signed.signature)}, 'ed25519', now())`);
  }

  test('is refused when its subject names another row', async () => {
    const change = JSON.stringify({ kind: 'fee', key: 'credit_debit_card/EUR', fields: { percent: '0' } });
    const request = {
      action: 'set',
      subject: 'fee bank_transfer/EUR',
      input: { change },
      who: 'anna',
      why: 'a test',
    } as const;
    const signedRequest = chain.signAt(await database.now(), 'anna', {
      act: 'set',
      arguments: buildRequestArguments(request),
    });
    await save(signedRequest);
    const id = await insertRequest(database, request, {
      needsSecondPerson: true,
      requestStatement: hashStatement(signedRequest),
    });
    await expect(run('ben', 'approve', [String(id)])).rejects.toThrow('its subject is fee bank_transfer/EUR');
  });
});

test('stores a signed statement, and marks it as spent once it is executed', async () => {
  await run('anna', 'set', ['denied-address', '0x0000000000000000000000000000000000000123', 'reason=reported']);
  const kept = await database.one<{ person: string; act: string; spent: boolean }>(sql`
    select person, act, exists (select 1 from spent_statements p where p.hash = s.hash) as spent
    from operator_statements s where text like '%0000000000000123%'`);
  expect(kept).toEqual({ person: 'anna', act: 'set', spent: true });
});

describe('rights', () => {
  test.each((Object.keys(commands) as CommandName[]).filter((act) => act !== 'reconcile'))(
    '%s is permitted only for its roles',
    async (act) => {
      expect(commands[act].usage).toMatch(new RegExp(`^${act}\\b`));
      for (const [role, name] of Object.entries(personByRole)) {
        const refused = new RegExp(`^${act} requires the .* role; ${name} has ${role}$`);
        const output = await runCommand(createContext(name, { page: 'x' }), act, []).catch(
          (error: Error) => error.message,
        );
        expect(refused.test(output)).toBe(!commands[act].roles.includes(role as Role));
      }
    },
  );

  test.each(actions.filter(({ right: { approvers } }) => approvers !== null))(
    '$name is approved only by roles that may answer requests',
    ({ right: { approvers } }) => {
      for (const role of approvers ?? []) expect(ANSWER_ACTS.approve.requesters).toContain(role);
    },
  );

  test('a request is answered only by a role that may approve its action', async () => {
    const request = parseRequestNumber(
      await run('anna', 'accept-difference', ['1']).catch(async () =>
        run('anna', 'remove', ['fee', 'credit_debit_card/EUR']),
      ),
    );
    await expect(run('sam', 'approve', [request])).rejects.toThrow(
      'approve requires the compliance, treasurer, or admin role',
    );
    await expect(run('cleo', 'reject', [request])).rejects.toThrow('can be answered by treasurer, admin');
    await run('tom', 'reject', [request]);
  });
});
