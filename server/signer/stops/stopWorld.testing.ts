import sql, { raw } from 'sql-template-tag';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { insertPersonStatement } from '../../platform/persons/personStatementStore.ts';
import type { Act } from '../../platform/persons/rights.ts';
import { createChain, keyOf } from '../../platform/persons/somePersons.testing.ts';
import { hashOf, type SignedStatement } from '../../platform/persons/statement.ts';
import { SIGNER } from './judgeStop.ts';
import type { KnownStop, StopKeeper } from './stopFile.ts';
import { createStops } from './stops.ts';

const PERSONS = { vera: 'viewer', sam: 'support', cleo: 'compliance', tess: 'treasurer', tom: 'treasurer' } as const;

/** Persons of each role, what they sign, and signers that look at it with the rights of their process. */
export async function openStopWorld() {
  const { database } = await openOwnDatabase(4);
  const chain = createChain('anna', 'ben');
  for (const [name, role] of Object.entries(PERSONS)) chain.confirm('ben', chain.propose('anna', name, [role]));
  let said = 0;
  async function tellOfPersons(): Promise<void> {
    for (const signed of chain.statements.slice(said))
      await database.transaction((transaction) => insertPersonStatement(transaction, signed));
    said = chain.statements.length;
  }
  await tellOfPersons();
  // Whoever owns the tables switches triggers off.
  for (const table of ['operator_statements', 'person_statements'])
    await database.run(sql`alter table ${raw(table)} disable trigger all`);
  await database.run(sql`alter table operator_requests drop constraint operator_requests_check`);

  /** As the door keeps a statement, whoever has signed it. */
  async function keep(signed: SignedStatement, act: string): Promise<string> {
    await database.run(sql`
      insert into operator_statements (hash, nonce, person, act, text, signature, credential_kind, received_at)
      values (${hashOf(signed)}, ${hashOf(signed)}, 'somebody', ${act}, ${signed.text}, ${Buffer.from(signed.signature)}, 'ed25519',
        slipway_now())
      on conflict (hash) do nothing`);
    return hashOf(signed);
  }

  function sign(who: string, act: Act, input: Readonly<Record<string, string>> = {}, at = new Date()): SignedStatement {
    return chain.signAt(at, who, { act, arguments: { action: act, subject: SIGNER, input } });
  }

  async function request(action: Act, input: object, askedWith: string, status: string): Promise<number> {
    const { id } = await database.one<{ id: number }>(sql`
      insert into operator_requests (action, subject, input, who, why, status, created_at, asked_with)
      values (${action}, 'signer', ${JSON.stringify(input)}, 'tess', 'a test', ${status}, slipway_now(), ${askedWith})
      returning id`);
    return id;
  }

  /** Somebody signs a stop, and nobody has done anything with it: the hash of its statement. */
  async function stop(who: string, at?: Date): Promise<string> {
    const hash = await keep(sign(who, 'stop-signing', {}, at), 'stop-signing');
    await request('stop-signing', {}, hash, 'approved');
    return hash;
  }

  type Answer = {
    readonly by?: string;
    readonly word?: 'approve' | 'reject';
    readonly status?: string;
    readonly at?: Date;
  };

  /** Somebody asks for the stop to end, and somebody answers. */
  async function start(named: string, who: string, { by, word = 'approve', status = 'approved', at }: Answer = {}) {
    const input = { stop: named };
    const asked = await keep(sign(who, 'start-signing', input, at), 'start-signing');
    const id = await request('start-signing', input, asked, status);
    if (by === undefined) return asked;
    const answer = chain.signAt(at ?? new Date(), by, { act: word, arguments: { statement: asked } });
    const approvedWith = await keep(answer, word);
    await database.run(
      sql`update operator_requests set approved_with = ${approvedWith}, approved_by = ${by} where id = ${id}`,
    );
    return asked;
  }

  /** The signer's folder, which outlives it. */
  function folder(kept: readonly KnownStop[] = []) {
    let file = kept;
    const keeper: StopKeeper = {
      read: async () => file,
      keep: async (stops) => {
        file = stops;
      },
    };
    return { keeper, kept: () => file };
  }

  const asked: string[] = [];
  const seen = roleDatabase(database, 'signer');
  const counted = {
    ...seen,
    many: ((statement: { readonly sql: string }) => {
      asked.push(statement.sql);
      return seen.many(statement as never);
    }) as typeof seen.many,
  };

  /** A signer that has just started. */
  async function signer(keeper = folder().keeper, now = () => new Date()) {
    const { rootKeys } = chain;
    const stops = await createStops({
      database: counted,
      rootKeys,
      isSandbox: false,
      keeper,
      log: createLog('silent'),
      now,
    });
    return { standing: async () => (await stops.standing()).map(({ hash }) => hash) };
  }

  return {
    database,
    chain,
    keyOf,
    tellOfPersons,
    keep,
    sign,
    stop,
    start,
    folder,
    signer,
    asked,
    /** Nobody has stopped anything, for the next test; its signers are others. */
    clear: () =>
      database.run(sql`delete from operator_requests`).then(() => database.run(sql`delete from operator_statements`)),
  };
}
