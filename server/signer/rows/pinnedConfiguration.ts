import { isDeepStrictEqual } from 'node:util';
import { configurationEdition } from '../../configuration/configurationStore.ts';
import { ConfigurationError, type ConfigurationRow } from '../../configuration/kinds.ts';
import type { Settings } from '../../configuration/settings.ts';
import type { Log } from '../../platform/log/log.ts';
import { statementTime } from '../../platform/persons/statementTime.ts';
import type { Acceptance } from './acceptanceFile.ts';
import { acceptRows, type Contradiction, judgeRows, type RowsContext, rowsInForce } from './judgeRows.ts';
import type { PinnedRow, PinnedRowKeeper } from './pinnedRowFile.ts';
import { findNewestStatement } from './rowStatementStore.ts';
import { buildUsedSettings, digestRows, isUsedRow, nameRow, readUsedRows } from './usedRows.ts';

/** The configuration as the signer believes it. */
export type PinnedConfiguration = {
  /** By the accepted rows alone. */
  settings(): Settings;
  /** Rows of the database that operators have not signed so. The accepted ones stay in force. */
  contradictions(): readonly Contradiction[];
  /** Looks at the database again if its configuration was changed. Called every few seconds. */
  follow(): Promise<void>;
};

export type PinningContext = RowsContext & {
  readonly keeper: PinnedRowKeeper;
  readonly acceptance: Acceptance;
  readonly log: Log;
  /** The machine's. */
  now(): Date;
};

/** An attacker who writes a row can keep `changed_at`, by which a change is noticed. */
const READ_AGAIN_MS = 60_000;
const MOST_LOGGED = 20;

/**
 * Opens the configuration of the signer. It uses the rows in its own folder, and accepts another row only if enough operators have
 * signed that very change. At the first start it accepts the rows that are there. Throws ConfigurationError if they do not fit
 * together.
 */
export async function openPinnedConfiguration(context: PinningContext): Promise<PinnedConfiguration> {
  const { database, keeper, acceptance, log, seeds, now } = context;
  const known = await keeper.read();
  let pinned = known?.filter(isUsedRow) ?? (await acceptAtFirst(context));
  let settings = buildAccepted(pinned, seeds);
  let contradictions: readonly Contradiction[] = [];
  let reported = '';
  let seen = '';
  let readAt = 0;

  /** On the disk before it is in force. */
  async function pin(next: readonly PinnedRow[]): Promise<void> {
    const built = buildUsedSettings(rowsInForce(next), seeds);
    await keeper.keep(next);
    pinned = next;
    settings = built;
  }

  async function acceptByDigest(digest: string): Promise<void> {
    const present = await readUsedRows(database);
    if (digestRows(present) !== digest) {
      log.warn({ digest }, 'the configuration is not accepted: it was changed since it was shown');
    } else {
      try {
        await pin(await acceptRows(context, pinned, present, await statementTime(context)));
        log.warn({ digest, rows: present.length }, 'the configuration was accepted on this machine');
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw error;
        log.error({ error }, 'the configuration cannot be accepted: its rows do not fit together');
      }
    }
    await acceptance.remove();
  }

  /** What a new signature could change is looked at again only while there is a contradiction. */
  async function findEdition(): Promise<string> {
    const edition = await configurationEdition(database);
    return contradictions.length === 0 ? edition : `${edition} ${await findNewestStatement(database)}`;
  }

  async function follow(): Promise<void> {
    const digest = await acceptance.read();
    if (digest !== undefined) await acceptByDigest(digest);
    const newest = await findEdition();
    if (digest === undefined && newest === seen && now().getTime() - readAt < READ_AGAIN_MS) return;
    const present = await readUsedRows(database);
    const judged = await judgeRows(context, pinned, present, await statementTime(context));
    if (judged.accepted.length > 0) {
      await pin(judged.pinned);
      log.info({ rows: judged.accepted }, 'changes of the configuration were accepted');
    }
    reported = report(judged.contradictions, digestRows(present), { reported, log });
    contradictions = judged.contradictions;
    seen = newest;
    readAt = now().getTime();
  }

  await follow();
  return { settings: () => settings, contradictions: () => contradictions, follow };
}

/** Throws ConfigurationError if this version cannot read the rows that a former one has accepted. */
function buildAccepted(pinned: readonly PinnedRow[], seeds: readonly ConfigurationRow[]): Settings {
  try {
    return buildUsedSettings(rowsInForce(pinned), seeds);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(`the accepted configuration in the signer's folder cannot be read: ${error.message}`);
  }
}

/** Before the first start there is no money that the signer could be made to give away. */
async function acceptAtFirst(context: PinningContext): Promise<readonly PinnedRow[]> {
  const { database, keeper, log, seeds } = context;
  const found = await readUsedRows(database);
  // Without any, the database is not seeded yet.
  const present = found.length > 0 ? found : seeds.filter(isUsedRow);
  buildUsedSettings(present, seeds);
  const pinned = await acceptRows(context, [], present, await statementTime(context));
  await keeper.keep(pinned);
  const seeded = new Map(seeds.map((seed) => [nameRow(seed), seed.value]));
  const notSeeded = present.filter((row) => !isDeepStrictEqual(row.value, seeded.get(nameRow(row)))).map(nameRow);
  log.warn(
    { rows: present.length, digest: digestRows(present), notSeeded },
    'the first start: the configuration is accepted as it is. Check the rows that do not come with the product',
  );
  return pinned;
}

/** Logs what was not reported yet. Returns what is reported now; the digest accepts the present rows. */
function report(
  contradictions: readonly Contradiction[],
  digest: string,
  { reported, log }: { readonly reported: string; readonly log: Log },
): string {
  const found = contradictions.length === 0 ? '' : digest;
  if (found === reported) return found;
  if (found === '') log.info('the configuration is the accepted one again');
  else
    log.error(
      { contradictions: contradictions.slice(0, MOST_LOGGED), count: contradictions.length, digest },
      'operators have not signed these rows of the configuration: the accepted ones stay in force',
    );
  return found;
}
