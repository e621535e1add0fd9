import { sign } from 'node:crypto';
import {
  type ConsoleCallData,
  type ConsoleCallName,
  type ConsoleCallRequest,
  consoleCalls,
} from '@slipway/contract/consoleCalls.ts';
import type { ErrorKey } from '@slipway/contract/errors.ts';
import type { Json } from '@slipway/contract/statements/canonicalJson.ts';
import { formatStatement } from '@slipway/contract/statements/statement.ts';
import { deriveSamplePersonKey } from '../../sandbox/world/samplePersons.ts';
import { createConsoleApp } from '../app/consoleProcess.ts';
import { seedConfiguration } from '../configuration/changeConfiguration.ts';
import { previewSettings } from '../configuration/previewSettings.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../platform/log/log.ts';
import { insertPersonStatement } from '../platform/persons/personStatementStore.ts';
import { encodeSignedText } from '../platform/persons/statement.ts';
import { createStatementChain, getTestKey } from '../platform/persons/testPersonKeys.testing.ts';
import { deriveKeys, randomToken } from '../platform/secrets.ts';
import type { ConsoleContext } from './consoleContext.ts';
import { createPeopleReader } from './session/peopleReader.ts';

const ORIGIN = 'https://console.example';
/** The example key of RFC 8292. */
const PUSH_KEY = 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';

/** Opens a console on its own database, which it uses with the operator's database role, and enrolls its people. */
export async function openConsoleWorld({ signOn }: Partial<Pick<ConsoleContext, 'signOn'>> = {}) {
  const { database } = await openOwnDatabase(4);
  await seedConfiguration(database, []);
  const persons = createStatementChain('anna', 'ben');
  for (const [name, role] of Object.entries(PERSONS)) persons.confirm('ben', persons.propose('anna', name, [role]));
  /** Stores the statements about people that were signed after the first `stored` ones. */
  const storeStatementsAfter = async (stored: number) => {
    for (const statement of persons.statements.slice(stored))
      await database.transaction((transaction) => insertPersonStatement(transaction, statement));
  };
  await storeStatementsAfter(0);
  const settings = await previewSettings(database, []);
  const operators = roleDatabase(database, 'operator');
  const context: ConsoleContext = {
    database: operators,
    keys: deriveKeys(Buffer.from('a secret for these tests alone, long enough')),
    rootKeys: persons.rootKeys,
    persons: createPeopleReader(persons.rootKeys),
    settings: () => settings,
    origin: ORIGIN,
    publicUrl: 'https://buy.example',
    operatorName: 'Operator Payments',
    isTest: false,
    isSandbox: false,
    samplePersons: [],
    signOn,
    pushKey: PUSH_KEY,
    auditAnchorFile: undefined,
    explorerUrl: undefined,
    log: createLog('silent'),
  };
  const feed = { versions: () => undefined, subscribe: () => () => undefined, stop: async () => undefined };
  const app = await createConsoleApp(context, feed, { trustedProxies: [], rateLimits: false });

  async function post(name: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    const answer = await app.inject({
      method: 'POST',
      url: `/gateway/console/${name}`,
      headers: { origin: ORIGIN, ...headers },
      payload: body as object,
    });
    return {
      status: answer.statusCode,
      cookie: answer.cookies[0],
      cookies: answer.cookies,
      ...answer.json<{ respCode: string; data: unknown }>(),
    };
  }

  /** Returns a separate browser of a person, which signs with the person's key and is not logged in yet. */
  function createVisitor(name: string) {
    const key = getTestKey(name);
    const jar = new Map<string, string>();
    const headers = (): Record<string, string> =>
      jar.size === 0 ? {} : { cookie: [...jar].map(([cookie, value]) => `${cookie}=${value}`).join('; ') };

    async function signStatement(
      act: string,
      args: Readonly<Record<string, Json>>,
      reason: string,
      change: object = {},
    ) {
      const { head } = await context.persons(operators);
      const statement = {
        act,
        arguments: args,
        reason,
        person: name,
        key: key.id,
        time: new Date().toISOString(),
        nonce: randomToken(16),
        previous: head,
        ...change,
      };
      const text = formatStatement(statement);
      return { text, signature: sign(null, encodeSignedText(text), deriveSamplePersonKey(name)).toString('base64') };
    }

    /** Makes a call and returns its answer, parsed by the contract. Throws {@link ConsoleRefusal}. */
    async function call<Name extends ConsoleCallName>(
      which: Name,
      request: ConsoleCallRequest<Name>,
    ): Promise<ConsoleCallData<Name>> {
      const { respCode, data, cookies } = await post(which, request, headers());
      for (const { name: cookie, value } of cookies)
        if (value === '') jar.delete(cookie);
        else jar.set(cookie, value);
      if (respCode !== '200') throw new ConsoleRefusal((data as { error: ErrorKey; facts: object }).error, data);
      return consoleCalls[which].data.parse(data) as ConsoleCallData<Name>;
    }

    return {
      sign: signStatement,
      call,
      postRaw: (which: string, body: unknown, more = {}) => post(which, body, { ...headers(), ...more }),
      logIn: async (change: object = {}) =>
        call('enter', { statement: await signStatement('enter', { console: ORIGIN }, 'to work', change) }),
      /** Requests an action, as the console's pages do. */
      requestAction: async (
        act: string,
        request: { readonly action: string; readonly subject: string; readonly input?: Record<string, string> },
        reason = 'a test',
      ) => call('requestAction', { statement: await signStatement(act, { input: {}, ...request }, reason) }),
      answer: async (id: number, act: 'approve' | 'reject', statement: string) =>
        call('answer', { id, statement: await signStatement(act, { statement }, 'a test') }),
    };
  }

  return { database, context, app, persons, storeStatementsAfter, post, createVisitor, origin: ORIGIN };
}

/** The enrolled people and their roles. anna and ben, whose root keys confirm them, have every role. */
export const PERSONS = {
  vera: 'viewer',
  sam: 'support',
  cleo: 'compliance',
  finn: 'compliance',
  tess: 'treasurer',
  tom: 'treasurer',
  dora: 'admin',
} as const;

/** A call that was refused. */
export class ConsoleRefusal extends Error {
  override name = 'ConsoleRefusal';
  readonly key: ErrorKey;

  constructor(key: ErrorKey, data: unknown) {
    super(`${key} ${JSON.stringify(data)}`);
    this.key = key;
  }
}
