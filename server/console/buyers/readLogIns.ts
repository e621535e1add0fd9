import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { endSessions, SESSIONS_OF_BUYER, SESSIONS_OF_EVERYBODY } from '../../account/actions/endSessions.ts';
import { findBuyer, findBuyersByEmail } from '../../account/buyerStore.ts';
import { type AccessEntry, readAccessLog } from '../../account/sessions/accessLogStore.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { maskEmail } from '../personal/masks.ts';
import { buildActionOption } from '../requests/buildActionOption.ts';

const MOST_ROWS = 200;

/**
 * Returns buyers' logins, newest first. Networks are personal data, so each read is written to the audit trail in the same
 * transaction: an entry for each account that was searched for, or one for the search. None contains an email address or a
 * network.
 */
export async function readLogIns(
  { database, persons }: ConsoleContext,
  { q }: ConsoleCallInput<'logIns'>,
  person: ConsolePerson,
): Promise<ConsoleCallData<'logIns'>> {
  const name = q.includes('@') ? q.toLowerCase() : q;
  const { entries, buyers } = await database.transaction(async (transaction) => {
    const named = await findAccountIds(transaction, name);
    const subjects = named.length > 0 ? named.map((id) => `buyer ${id}`) : [describeSearch(name)];
    for (const subject of subjects) await appendAuditLine(transaction, { ...AUDIT_ENTRY, who: person.name, subject });
    return { entries: await readAccessLog(transaction, name, MOST_ROWS + 1), buyers: named };
  });
  return {
    rows: entries.slice(0, MOST_ROWS).map(presentAccessEntry),
    isCut: entries.length > MOST_ROWS,
    actions: buildSessionActions(await persons(database), person, buyers),
  };
}

const AUDIT_ENTRY = { approvedBy: null, why: 'shown in the console', action: 'log-ins', before: null, after: null };

async function findAccountIds(database: Queryable, name: string): Promise<readonly string[]> {
  if (name.includes('@')) return findBuyersByEmail(database, name);
  return name !== '' && (await findBuyer(database, name)) ? [name] : [];
}

function describeSearch(name: string): string {
  if (name === '') return 'log-ins of all buyers';
  return name.includes('@') ? 'log-ins by an email address without an account' : 'log-ins by a network';
}

function presentAccessEntry(entry: AccessEntry): ConsoleCallData<'logIns'>['rows'][number] {
  const { id, kind, call, reason, buyerId, email, client, country, browser, system, firstAt, lastAt, times } = entry;
  return {
    id,
    kind,
    call,
    reason,
    buyerId,
    mail: email === '' ? '' : maskEmail(email),
    network: client,
    country,
    device: [browser, system].filter((part) => part !== '').join(', '),
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    times,
  };
}

/** Returns the actions that end sessions, with the same arguments as `end-sessions` on the command line. */
function buildSessionActions(
  registry: Parameters<typeof buildActionOption>[0],
  person: ConsolePerson,
  buyers: readonly string[],
): ConsoleCallData<'logIns'>['actions'] {
  const sharedFields = { action: endSessions.name, needsSecondApproval: false } as const;
  const ofBuyer = {
    ...sharedFields,
    subject: SESSIONS_OF_BUYER,
    input: { buyers: buyers.join(',') },
    ...endSessions.button('buyer'),
  };
  const ofEverybody = {
    ...sharedFields,
    subject: SESSIONS_OF_EVERYBODY,
    input: {},
    ...endSessions.button('everybody'),
  };
  return [...(buyers.length > 0 ? [ofBuyer] : []), ofEverybody].map((offer) =>
    buildActionOption(registry, person, offer),
  );
}
