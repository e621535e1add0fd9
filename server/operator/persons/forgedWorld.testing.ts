import sql, { raw } from 'sql-template-tag';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { insertPersonStatement } from '../../platform/persons/personStatementStore.ts';
import { buildRequestArguments } from '../../platform/persons/requestedAction.ts';
import { hashStatement, type SignedStatement } from '../../platform/persons/statement.ts';
import { getTestPasskey } from '../../platform/persons/testPasskeys.testing.ts';
import { createStatementChain, getTestKey } from '../../platform/persons/testPersonKeys.testing.ts';
import type { Chains } from '../../providers/chain/chains.ts';
import { executeTreasuryRequests } from '../requests/executeTreasuryRequests.ts';

/** A request and its statements, which an attacker with write access to every table can insert. */
export type ForgedRow = {
  readonly action: string;
  readonly subject: string;
  readonly input: Readonly<Record<string, string>>;
  readonly who: string;
  readonly why: string;
  readonly approvedBy: string | null;
  readonly request: SignedStatement | undefined;
  readonly approved: SignedStatement | undefined;
  /** True if its statements are marked as spent. */
  readonly spent: boolean;
  /** Forged person statements, inserted after the real ones. */
  readonly persons: readonly SignedStatement[];
};

const NETWORK = 'bitcoin';

const passkeys = {
  pia: getTestPasskey('pia'),
  paul: getTestPasskey('paul', 'EdDSA'),
  rosa: getTestPasskey('rosa'),
} as const;

/** Returns the person's passkey if they have one, otherwise the key of their key file. */
const getSigner = (name: string) => Object.entries(passkeys).find(([own]) => own === name)?.[1] ?? getTestKey(name);

/**
 * Opens an installation with two admins, anna and ben, with pia and paul, who have passkeys, with the viewer vera, and with
 * rick and rosa, whose keys were revoked. The forged requests allow an address for withdrawals, which needs two people.
 */
export async function openForgedWorld() {
  const { database } = await openOwnDatabase(4);
  await seedConfiguration(database, []);
  const { catalog } = seededSettings();
  const chainId = catalog.networks.find(({ id }) => id === NETWORK)?.chain ?? '';
  const persons = createStatementChain('anna', 'ben', 'rick');
  persons.confirm('ben', persons.propose('anna', 'vera', ['viewer']));
  for (const [name, passkey] of Object.entries(passkeys))
    persons.confirm('ben', persons.propose('anna', name, ['compliance', 'treasurer'], passkey));
  persons.sign('anna', { act: 'revoke', arguments: { key: passkeys.rosa.id } });
  persons.sign('anna', { act: 'revoke', arguments: { key: getTestKey('rick').id } });
  for (const signed of persons.statements)
    await database.transaction((transaction) => insertPersonStatement(transaction, signed));
  // The owner of the tables can disable triggers.
  for (const table of ['operator_statements', 'spent_statements', 'person_statements'])
    await database.run(sql`alter table ${raw(table)} disable trigger all`);
  await database.run(sql`alter table operator_requests drop constraint operator_requests_check`);
  const seenPersonHeads = new Set<string>();
  let serial = 0;

  const runWorker = () =>
    executeTreasuryRequests({
      database,
      venue: { id: 'fake' },
      catalog,
      chains: new Map([[chainId, permissiveChain]]) as unknown as Chains,
      screening: { isDenied: () => false },
      log: createLog('silent'),
      rootKeys: persons.rootKeys,
      isSandbox: true,
      seenPersonHeads,
    });

  /** Returns a row that `who` has requested and `approvedBy` has approved. */
  function buildHonestRow(now: Date, who = 'anna', approvedBy = 'ben'): ForgedRow {
    serial += 1;
    const address = `bc1q${serial}`;
    const request = {
      action: 'allow-address',
      subject: `${NETWORK} ${address}`,
      input: { network: NETWORK, address },
      who,
      why: 'a test',
    } as const;
    const content = { act: request.action, arguments: buildRequestArguments(request) };
    const signedRequest = persons.signAt(now, who, content, getSigner(who));
    const approval = { act: 'approve', arguments: { statement: hashStatement(signedRequest) } };
    const approved = persons.signAt(now, approvedBy, approval, getSigner(approvedBy));
    return { ...request, request: signedRequest, approved, approvedBy, spent: false, persons: [] };
  }

  /**
   * Writes the row as approved and runs a worker; returns the request's result, or `nothing`. Removes everything that would
   * affect the next row.
   */
  async function submit(row: ForgedRow): Promise<string> {
    const { action, subject, input, who, why, approvedBy, request: signedRequest, approved } = row;
    const [requestStatement, approvedWith] = [await save(signedRequest), await save(approved)];
    for (const hash of row.spent ? [requestStatement, approvedWith] : [])
      if (hash !== null) await database.run(sql`insert into spent_statements (hash, spent_at) values (${hash}, now())`);
    for (const signed of row.persons)
      await database.transaction((transaction) => insertPersonStatement(transaction, signed));
    const { id } = await database.one<{ id: number }>(sql`
      insert into operator_requests
        (action, subject, input, who, why, approved_by, status, created_at, requested_with, approved_with)
      values (${action}, ${subject}, ${JSON.stringify(input)}, ${who}, ${why}, ${approvedBy}, 'approved', slipway_now(),
        ${requestStatement}, ${approvedWith})
      returning id`);
    await runWorker();
    for (const signed of row.persons)
      await database.run(sql`delete from person_statements where hash = ${hashStatement(signed)}`);
    // The next row gets a new worker, since the forged person statements are removed.
    if (row.persons.length > 0) seenPersonHeads.clear();
    const ended = await database.one<{ result: string | null }>(
      sql`update operator_requests set requested_with = null, approved_with = null where id = ${id} returning result`,
    );
    return ended.result ?? 'nothing';
  }

  async function save(signed: SignedStatement | undefined): Promise<string | null> {
    if (!signed) return null;
    const hash = hashStatement(signed);
    await database.run(sql`
      insert into operator_statements (hash, nonce, person, act, text, signature, credential_kind, received_at)
      values (${hash}, ${hash}, 'anna', 'allow-address', ${signed.text}, ${Buffer.from(signed.signature)}, 'ed25519', now())
      on conflict (hash) do nothing`);
    return hash;
  }

  const countAllowedAddresses = () =>
    database.one<{ count: number }>(sql`select count(*) as count from treasury_addresses`).then(({ count }) => count);

  return { database, persons, honestRow: buildHonestRow, submit, allowedAddresses: countAllowedAddresses };
}

const permissiveChain = {
  traits: { toComparableAddress: (address: string) => address },
  validateAddress: (address: string) => ({ valid: true, normalized: address }),
};
