import { endCondition, keepOpen, raiseAlert, settleAlertOf } from '../notification/alertStore.ts';
import type { Rules } from '../platform/config/rules.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Keys, PurposeKeys } from '../platform/secrets.ts';
import type { SanctionsList, SanctionsSource } from '../providers/sanctions/sanctionsPort.ts';
import { doubtOf, type EditionDoubt } from './doubtEdition.ts';
import { deleteDoubt, findDoubt, insertDoubt, type StoredDoubt } from './doubtStore.ts';
import { isListSealed } from './listSeal.ts';
import { readEditions, readListedAddresses, writeList } from './sanctionsStore.ts';
import { isOutdated, type ScreeningList } from './screening.ts';

/** The lists as the worker fetched them, in the memory of every process. */
export type SanctionsLists = {
  /** One for each source that must be there; undefined where it was never fetched. */
  readonly current: () => readonly (ScreeningList | undefined)[];
  follow(): Promise<void>;
};

/** What was not sealed as it stands is not believed: the edition before it stays, and grows old. */
export function createSanctionsLists(
  database: Database,
  keys: PurposeKeys,
  requiredSources: readonly string[],
): SanctionsLists {
  let lists: ReadonlyMap<string, ScreeningList | undefined> = new Map();
  return {
    current: () => requiredSources.map((source) => lists.get(source)),
    async follow() {
      const editions = await readEditions(database);
      lists = new Map(
        await Promise.all(
          editions.map(async (sealed): Promise<[string, ScreeningList | undefined]> => {
            const { seal: _, ...edition } = sealed;
            const known = lists.get(edition.source);
            const addresses =
              known?.edition.hash === edition.hash
                ? known.addresses
                : new Set(await readListedAddresses(database, edition.source));
            return [edition.source, isListSealed(keys, sealed, addresses) ? { edition, addresses } : known];
          }),
        ),
      );
    },
  };
}

export type CollectionContext = {
  readonly database: Database;
  readonly log: Log;
  readonly keys: Pick<Keys, 'sanctionsSeal'>;
  readonly rules: Pick<Rules, 'sanctionsEditionMaximumAgeMs'>;
};

/**
 * Fetches every list. One that does not come, or is not believed, leaves the edition before it, which grows old. What keeps
 * a list from being fresh is one alert for as long as it lasts.
 */
export async function collectSanctions(context: CollectionContext, sources: readonly SanctionsSource[]): Promise<void> {
  for (const source of sources) {
    const outcome = await source.fetchList();
    const machineNow = new Date();
    if (outcome.kind === 'ok') await takeEdition(context, outcome.value, machineNow);
    else {
      const detail = 'detail' in outcome ? outcome.detail : undefined;
      await complain(context, source.id, detail ?? outcome.kind);
    }
  }
}

async function takeEdition(context: CollectionContext, list: SanctionsList, machineNow: Date): Promise<void> {
  const { database, log, keys, rules } = context;
  const { source, version, hash, publishedAt } = list;
  const doubt = await doubtAbout(database, list, machineNow);
  if (doubt) return refuseEdition(context, list, doubt);
  const written = await writeList(database, keys.sanctionsSeal, list, machineNow);
  if (written === 'new') log.info({ source, version, hash }, 'a sanctions list has a new edition');
  if (written === 'mended') await reportChanged(context, source, machineNow);
  await forgetDoubt(database, source);
  if (publishedAt && isOutdated({ publishedAt }, machineNow, rules.sanctionsEditionMaximumAgeMs))
    return complain(context, source, `it was made at ${publishedAt.toISOString()}`);
  await endCondition(database, complaintKey(source));
}

/** Content that is kept already, or that the operator has accepted, is not doubted. */
async function doubtAbout(
  database: Database,
  list: SanctionsList,
  machineNow: Date,
): Promise<EditionDoubt | undefined> {
  const former = (await readEditions(database)).find(({ source }) => source === list.source);
  if (former?.hash === list.hash) return undefined;
  const known = await findDoubt(database, list.source);
  if (known?.hash === list.hash && known.acceptedBy !== null) return undefined;
  const addresses = new Set(await readListedAddresses(database, list.source));
  return doubtOf({ addresses, publishedAt: former?.publishedAt ?? null }, list, machineNow);
}

async function refuseEdition(
  { database, log }: CollectionContext,
  list: SanctionsList,
  doubt: EditionDoubt,
): Promise<void> {
  const { source, version, hash } = list;
  const facts = { source, version, hash, reason: doubt.reason, ...doubt.facts };
  log.warn(facts, 'an edition of a sanctions list is not believed');
  if ((await findDoubt(database, source))?.hash !== hash) await forgetDoubt(database, source);
  await insertDoubt(database, source, hash, doubt);
  const kept = await findDoubt(database, source);
  if (kept)
    await raiseAlert(database, { key: alertKey(source, kept), orderId: null, kind: 'sanctions_list_doubted', facts });
}

async function forgetDoubt(database: Database, source: string): Promise<void> {
  const doubt = await findDoubt(database, source);
  if (!doubt) return;
  await deleteDoubt(database, source);
  await settleAlertOf(database, alertKey(source, doubt), 'slipway');
}

/** An edition may be doubted again, after it was accepted and replaced: that is another alert. */
function alertKey(source: string, { hash, doubtedAt }: StoredDoubt): string {
  return `sanctions-doubt:${source}:${hash}:${doubtedAt.toISOString()}`;
}

async function complain({ database, log }: CollectionContext, source: string, detail: string): Promise<void> {
  log.warn({ source, error: detail }, 'a sanctions list did not come');
  await database.transaction((transaction) =>
    keepOpen(transaction, {
      key: complaintKey(source),
      orderId: null,
      kind: 'sanctions_list',
      facts: { source, detail },
    }),
  );
}

function complaintKey(source: string): string {
  return `sanctions:${source}`;
}

const HOUR_MS = 3_600_000;

/** Somebody has written to the rows of a list: this has to be looked at, although the rows are right again. */
async function reportChanged({ database, log }: CollectionContext, source: string, machineNow: Date): Promise<void> {
  const detail = 'what was kept of it was not what was fetched';
  log.warn({ source, detail }, 'a sanctions list was changed in the database');
  await raiseAlert(database, {
    key: `sanctions:${source}:${Math.floor(machineNow.getTime() / HOUR_MS)}`,
    orderId: null,
    kind: 'sanctions_list',
    facts: { source, detail },
  });
}
