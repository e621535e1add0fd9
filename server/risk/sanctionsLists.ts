import { raiseAlert } from '../notification/alertStore.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { SanctionsSource } from '../providers/sanctions/sanctionsPort.ts';
import { readEditions, readListedAddresses, writeList } from './sanctionsStore.ts';
import type { ScreeningList } from './screening.ts';

/** The lists as the worker fetched them, in the memory of every process. */
export type SanctionsLists = {
  /** One for each source that must be there; undefined where it was never fetched. */
  readonly current: () => readonly (ScreeningList | undefined)[];
  follow(): Promise<void>;
};

export function createSanctionsLists(database: Database, requiredSources: readonly string[]): SanctionsLists {
  let lists: ReadonlyMap<string, ScreeningList> = new Map();
  return {
    current: () => requiredSources.map((source) => lists.get(source)),
    async follow() {
      const editions = await readEditions(database);
      lists = new Map(
        await Promise.all(
          editions.map(async (edition): Promise<[string, ScreeningList]> => {
            const known = lists.get(edition.source);
            const addresses =
              known?.edition.hash === edition.hash
                ? known.addresses
                : new Set(await readListedAddresses(database, edition.source));
            return [edition.source, { edition, addresses }];
          }),
        ),
      );
    },
  };
}

const HOUR_MS = 3_600_000;

/** Fetches every list. One that does not come leaves the edition before it, which grows old, and is reported each hour. */
export async function collectSanctions(
  { database, log }: { readonly database: Database; readonly log: Log },
  sources: readonly SanctionsSource[],
): Promise<void> {
  for (const source of sources) {
    const outcome = await source.fetchList();
    const machineNow = new Date();
    if (outcome.kind === 'ok') {
      const { version, hash } = outcome.value;
      if (await writeList(database, outcome.value, machineNow))
        log.info({ source: source.id, version, hash }, 'a sanctions list has a new edition');
      continue;
    }
    const detail = 'detail' in outcome ? outcome.detail : outcome.kind;
    log.warn({ source: source.id, detail }, 'a sanctions list did not come');
    await raiseAlert(database, {
      key: `sanctions:${source.id}:${Math.floor(machineNow.getTime() / HOUR_MS)}`,
      orderId: null,
      kind: 'sanctions_list',
      facts: { source: source.id, detail },
    });
  }
}
