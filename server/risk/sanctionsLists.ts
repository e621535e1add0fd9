import { raiseAlert, raiseLastingAlert, settleAlertByKey, settleLastingAlert } from '../notification/alertStore.ts';
import type { Rules } from '../platform/config/rules.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Keys, PurposeKeys } from '../platform/secrets.ts';
import type { SanctionsList, SanctionsSource } from '../providers/sanctions/sanctionsPort.ts';
import { deleteDoubt, findDoubt, insertDoubt, type StoredDoubt } from './doubtStore.ts';
import { type EditionDoubt, findEditionDoubt } from './editionDoubt.ts';
import { isListSealed } from './listSeal.ts';
import { listEditions, readListedAddresses, saveSanctionsList } from './sanctionsStore.ts';
import { isOutdated, type ScreeningList } from './screening.ts';

/** The lists that the worker fetched, held in memory by every process. */
export type SanctionsLists = {
  /** One entry per required source; undefined if it was never fetched. */
  readonly current: () => readonly (ScreeningList | undefined)[];
  /** Reads the stored lists. */
  follow(): Promise<void>;
};

/**
 * Returns the lists in memory. A stored list whose seal does not match is ignored: the previous edition stays in use
 * until it is too old.
 */
export function createSanctionsLists(
  database: Database,
  keys: PurposeKeys,
  requiredSources: readonly string[],
): SanctionsLists {
  let lists: ReadonlyMap<string, ScreeningList | undefined> = new Map();
  return {
    current: () => requiredSources.map((source) => lists.get(source)),
    async follow() {
      const editions = await listEditions(database);
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
 * Fetches and stores every list. If a list cannot be fetched or is doubted, the previous edition stays in use until it is too
 * old. Raises an alert that is open for as long as a list is not fetched, too old or doubted, and one if stored rows were
 * changed.
 */
export async function collectSanctions(context: CollectionContext, sources: readonly SanctionsSource[]): Promise<void> {
  for (const source of sources) {
    const outcome = await source.fetchList();
    const machineNow = new Date();
    if (outcome.kind === 'ok') await processEdition(context, outcome.value, machineNow);
    else {
      const detail = 'detail' in outcome ? outcome.detail : undefined;
      await raiseListAlert(context, source.id, detail ?? outcome.kind);
    }
  }
}

async function processEdition(context: CollectionContext, list: SanctionsList, machineNow: Date): Promise<void> {
  const { database, log, keys, rules } = context;
  const { source, version, hash, publishedAt } = list;
  const doubt = await findNewDoubt(database, list, machineNow);
  if (doubt) return refuseEdition(context, list, doubt);
  const written = await saveSanctionsList(database, keys.sanctionsSeal, list, machineNow);
  if (written === 'new') log.info({ source, version, hash }, 'a sanctions list has a new edition');
  if (written === 'restored') await reportChangedRows(context, source, machineNow);
  await clearDoubt(database, source);
  if (publishedAt && isOutdated({ publishedAt }, machineNow, rules.sanctionsEditionMaximumAgeMs))
    return raiseListAlert(context, source, `the edition is too old: it was published at ${publishedAt.toISOString()}`);
  await settleLastingAlert(database, formatListAlertKey(source));
}

/** Returns the doubt about a fetched list, undefined if its content is already stored or the operator has accepted it. */
async function findNewDoubt(
  database: Database,
  list: SanctionsList,
  machineNow: Date,
): Promise<EditionDoubt | undefined> {
  const former = (await listEditions(database)).find(({ source }) => source === list.source);
  if (former?.hash === list.hash) return undefined;
  const doubt = await findDoubt(database, list.source);
  if (doubt?.hash === list.hash && doubt.acceptedBy !== null) return undefined;
  const addresses = new Set(await readListedAddresses(database, list.source));
  return findEditionDoubt({ addresses, publishedAt: former?.publishedAt ?? null }, list, machineNow);
}

async function refuseEdition(
  { database, log }: CollectionContext,
  list: SanctionsList,
  doubt: EditionDoubt,
): Promise<void> {
  const { source, version, hash } = list;
  const facts = { source, version, hash, reason: doubt.reason, ...doubt.facts };
  log.warn(facts, 'an edition of a sanctions list is doubtful and not used');
  if ((await findDoubt(database, source))?.hash !== hash) await clearDoubt(database, source);
  await insertDoubt(database, source, hash, doubt);
  const stored = await findDoubt(database, source);
  if (stored)
    await raiseAlert(database, {
      key: formatDoubtAlertKey(source, stored),
      orderId: null,
      kind: 'sanctions_list_doubted',
      facts,
    });
}

async function clearDoubt(database: Database, source: string): Promise<void> {
  const doubt = await findDoubt(database, source);
  if (!doubt) return;
  await deleteDoubt(database, source);
  await settleAlertByKey(database, formatDoubtAlertKey(source, doubt), 'slipway');
}

/** An edition that was accepted and replaced may be doubted again, which is a separate alert. */
function formatDoubtAlertKey(source: string, { hash, doubtedAt }: StoredDoubt): string {
  return `sanctions-doubt:${source}:${hash}:${doubtedAt.toISOString()}`;
}

async function raiseListAlert({ database, log }: CollectionContext, source: string, detail: string): Promise<void> {
  log.warn({ source, error: detail }, 'a sanctions list was not fetched or is too old');
  await database.transaction((transaction) =>
    raiseLastingAlert(transaction, {
      key: formatListAlertKey(source),
      orderId: null,
      kind: 'sanctions_list',
      facts: { source, detail },
    }),
  );
}

function formatListAlertKey(source: string): string {
  return `sanctions:${source}`;
}

const HOUR_MS = 3_600_000;

/** Reports that stored rows of a list were changed: this needs an investigation although the rows are correct again. */
async function reportChangedRows(
  { database, log }: CollectionContext,
  source: string,
  machineNow: Date,
): Promise<void> {
  const detail = 'the stored list differed from the fetched one';
  log.warn({ source, detail }, 'a sanctions list was changed in the database');
  await raiseAlert(database, {
    key: `sanctions:${source}:${Math.floor(machineNow.getTime() / HOUR_MS)}`,
    orderId: null,
    kind: 'sanctions_list',
    facts: { source, detail },
  });
}
