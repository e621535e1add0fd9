import sql, { raw } from 'sql-template-tag';
import type { CommandName } from '../../operator/commandLine/commands.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { insertPersonStatement } from '../../platform/persons/personStatementStore.ts';
import { hashStatement, type SignedStatement } from '../../platform/persons/statement.ts';
import { createStatementChain, getTestKey } from '../../platform/persons/testPersonKeys.testing.ts';
import { SIGNER } from './judgeStop.ts';
import type { KnownStop, KnownStopStore } from './stopFile.ts';
import { createStops } from './stops.ts';

const PERSONS = { vera: 'viewer', sam: 'support', cleo: 'compliance', tess: 'treasurer', tom: 'treasurer' } as const;

/** Opens a world with people of each role, their statements, and signers that read them with their process's rights. */
export async function openStopWorld() {
  const { database } = await openOwnDatabase(4);
  const chain = createStatementChain('anna', 'ben');
  for (const [name, role] of Object.entries(PERSONS)) chain.confirm('ben', chain.propose('anna', name, [role]));
  let savedCount = 0;
  async function saveNewPersonStatements(): Promise<void> {
    for (const signed of chain.statements.slice(savedCount))
      await database.transaction((transaction) => insertPersonStatement(transaction, signed));
    savedCount = chain.statements.length;
  }
  await saveNewPersonStatements();
  // The owner of the tables can disable triggers.
  for (const table of ['operator_statements', 'person_statements'])
    await database.run(sql`alter table ${raw(table)} disable trigger all`);
  await database.run(sql`alter table operator_requests drop constraint operator_requests_check`);

  /** Stores a signed statement as the server does, for any signer. */
  async function saveStatement(signed: SignedStatement, act: string): Promise<string> {
    await database.run(sql`
      insert into operator_statements (hash, nonce, person, act, text, signature, credential_kind, received_at)
      values (${hashStatement(signed)}, ${hashStatement(signed)}, 'somebody', ${act}, ${signed.text}, ${Buffer.from(signed.signature)}, 'ed25519',
        slipway_now())
      on conflict (hash) do nothing`);
    return hashStatement(signed);
  }

  function sign(
    who: string,
    act: CommandName,
    input: Readonly<Record<string, string>> = {},
    at = new Date(),
  ): SignedStatement {
    return chain.signAt(at, who, { act, arguments: { action: act, subject: SIGNER, input } });
  }

  async function request(
    action: CommandName,
    input: object,
    requestStatement: string,
    status: string,
  ): Promise<number> {
    const { id } = await database.one<{ id: number }>(sql`
      insert into operator_requests (action, subject, input, who, why, status, created_at, requested_with)
      values (${action}, 'signer', ${JSON.stringify(input)}, 'tess', 'a test', ${status}, slipway_now(), ${requestStatement})
      returning id`);
    return id;
  }

  /** Signs a stop that no process has handled yet; returns the hash of its statement. */
  async function stop(who: string, at?: Date): Promise<string> {
    const hash = await saveStatement(sign(who, 'stop-signing', {}, at), 'stop-signing');
    await request('stop-signing', {}, hash, 'approved');
    return hash;
  }

  type Answer = {
    readonly by?: string;
    readonly answer?: 'approve' | 'reject';
    readonly status?: string;
    readonly at?: Date;
  };

  /** Requests the end of a stop, and answers the request as `by` if given. Returns the hash of the request's statement. */
  async function start(
    named: string,
    who: string,
    { by, answer: act = 'approve', status = 'approved', at }: Answer = {},
  ) {
    const input = { stop: named };
    const requestHash = await saveStatement(sign(who, 'start-signing', input, at), 'start-signing');
    const id = await request('start-signing', input, requestHash, status);
    if (by === undefined) return requestHash;
    const answer = chain.signAt(at ?? new Date(), by, { act, arguments: { statement: requestHash } });
    const approvedWith = await saveStatement(answer, act);
    await database.run(
      sql`update operator_requests set approved_with = ${approvedWith}, approved_by = ${by} where id = ${id}`,
    );
    return requestHash;
  }

  /** Creates a signer's folder, which outlasts the signer. */
  function createFolder(kept: readonly KnownStop[] = []) {
    let file = kept;
    const stopStore: KnownStopStore = {
      read: async () => file,
      save: async (stops) => {
        file = stops;
      },
    };
    return { stopStore, kept: () => file };
  }

  const queries: string[] = [];
  const signerDatabase = roleDatabase(database, 'signer');
  const counted = {
    ...signerDatabase,
    many: ((statement: { readonly sql: string }) => {
      queries.push(statement.sql);
      return signerDatabase.many(statement as never);
    }) as typeof signerDatabase.many,
  };

  /** Creates a signer that has just started. */
  async function startSigner(stopStore = createFolder().stopStore, now = () => new Date()) {
    const { rootKeys } = chain;
    const stops = await createStops({
      database: counted,
      rootKeys,
      isSandbox: false,
      stopStore,
      log: createLog('silent'),
      now,
    });
    return { listActive: async () => (await stops.listActive()).map(({ hash }) => hash) };
  }

  return {
    database,
    chain,
    keyOf: getTestKey,
    saveNewPersonStatements,
    saveStatement,
    sign,
    stop,
    start,
    createFolder,
    startSigner,
    queries,
    /** Removes all stops for the next test, which creates other signers. */
    clear: () =>
      database.run(sql`delete from operator_requests`).then(() => database.run(sql`delete from operator_statements`)),
  };
}
