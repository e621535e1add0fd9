import { isDeepStrictEqual } from 'node:util';
import { ConfigurationError, type ConfigurationRow } from '../../configuration/configurationKinds.ts';
import { readConfigurationEdition } from '../../configuration/configurationStore.ts';
import type { Settings } from '../../configuration/settings.ts';
import type { Log } from '../../platform/log/log.ts';
import { readStatementTime } from '../../platform/persons/readStatementTime.ts';
import type { AcceptanceStore } from './acceptanceFile.ts';
import type { AcceptedRow, AcceptedRowStore } from './acceptedRowFile.ts';
import { acceptRows, type Contradiction, judgeRows, listRowsInForce, type RowsContext } from './judgeRows.ts';
import { findNewestStatementNumber } from './rowStatementStore.ts';
import { buildUsedSettings, digestRows, formatRowName, isUsedRow, readUsedRows } from './usedRows.ts';

/** The configuration that the signer uses. */
export type AcceptedConfiguration = {
  /** Returns the settings, built only from the accepted rows. */
  settings(): Settings;
  /** Returns the database rows that differ from the accepted ones without a signed change. The accepted ones stay in force. */
  contradictions(): readonly Contradiction[];
  /**
   * Reads the database again if its configuration was changed, and accepts changes that operators have signed or accepted
   * on this machine. Called every few seconds.
   */
  follow(): Promise<void>;
};

export type AcceptedConfigurationContext = RowsContext & {
  readonly rowStore: AcceptedRowStore;
  readonly acceptance: AcceptanceStore;
  readonly log: Log;
  /** Returns the time of the machine's clock. */
  now(): Date;
};

/**
 * Longest time between two reads. The column `changed_at` reveals a change earlier, but an attacker who writes a row can
 * leave it as it was.
 */
const READ_AGAIN_MS = 60_000;
const MOST_LOGGED = 20;

/**
 * Opens the configuration of the signer. It uses the rows in its own folder, and accepts another row only if enough operators
 * have signed that very change. At the first start it accepts the rows that are there. Throws ConfigurationError if the rows
 * are inconsistent.
 */
export async function openAcceptedConfiguration(context: AcceptedConfigurationContext): Promise<AcceptedConfiguration> {
  const { database, rowStore, acceptance, log, seeds, now } = context;
  const known = await rowStore.read();
  let pinned = known?.filter(isUsedRow) ?? (await acceptFirstRows(context));
  let settings = buildAccepted(pinned, seeds);
  let contradictions: readonly Contradiction[] = [];
  let reported = '';
  let seen = '';
  let readAt = 0;

  /** Puts the rows in force once they are on the disk. */
  async function pin(next: readonly AcceptedRow[]): Promise<void> {
    const built = buildUsedSettings(listRowsInForce(next), seeds);
    await rowStore.save(next);
    pinned = next;
    settings = built;
  }

  async function acceptByDigest(digest: string): Promise<void> {
    const present = await readUsedRows(database);
    if (digestRows(present) !== digest) {
      log.warn({ digest }, 'the configuration is not accepted: it was changed since it was shown');
    } else {
      try {
        await pin(await acceptRows(context, pinned, present, await readStatementTime(context)));
        log.warn({ digest, rows: present.length }, 'the configuration was accepted on this machine');
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw error;
        log.error({ error }, 'the configuration cannot be accepted: its rows do not fit together');
      }
    }
    await acceptance.remove();
  }

  /**
   * Returns the edition of the configuration. During a contradiction it changes with each new statement, which may resolve
   * the contradiction.
   */
  async function findEdition(): Promise<string> {
    const edition = await readConfigurationEdition(database);
    return contradictions.length === 0 ? edition : `${edition} ${await findNewestStatementNumber(database)}`;
  }

  async function follow(): Promise<void> {
    const digest = await acceptance.read();
    if (digest !== undefined) await acceptByDigest(digest);
    const newest = await findEdition();
    if (digest === undefined && newest === seen && now().getTime() - readAt < READ_AGAIN_MS) return;
    const present = await readUsedRows(database);
    const judged = await judgeRows(context, pinned, present, await readStatementTime(context));
    if (judged.accepted.length > 0) {
      await pin(judged.pinned);
      log.info({ rows: judged.accepted }, 'changes of the configuration were accepted');
    }
    reported = logContradictions(judged.contradictions, digestRows(present), { reported, log });
    contradictions = judged.contradictions;
    seen = newest;
    readAt = now().getTime();
  }

  await follow();
  return { settings: () => settings, contradictions: () => contradictions, follow };
}

/** Throws ConfigurationError if this version cannot read the rows that a former one has accepted. */
function buildAccepted(pinned: readonly AcceptedRow[], seeds: readonly ConfigurationRow[]): Settings {
  try {
    return buildUsedSettings(listRowsInForce(pinned), seeds);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new ConfigurationError(`the accepted configuration in the signer's folder cannot be read: ${error.message}`);
  }
}

/** Accepts the configuration at the first start, when the treasury has no money yet that a forged row could steal. */
async function acceptFirstRows(context: AcceptedConfigurationContext): Promise<readonly AcceptedRow[]> {
  const { database, rowStore, log, seeds } = context;
  const found = await readUsedRows(database);
  // Without rows, the database has not been seeded yet.
  const present = found.length > 0 ? found : seeds.filter(isUsedRow);
  buildUsedSettings(present, seeds);
  const pinned = await acceptRows(context, [], present, await readStatementTime(context));
  await rowStore.save(pinned);
  const seeded = new Map(seeds.map((seed) => [formatRowName(seed), seed.value]));
  const notSeeded = present
    .filter((row) => !isDeepStrictEqual(row.value, seeded.get(formatRowName(row))))
    .map(formatRowName);
  log.warn(
    { rows: present.length, digest: digestRows(present), notSeeded },
    'the first start: the configuration is accepted as it is. Check the rows that do not come with the product',
  );
  return pinned;
}

/**
 * Logs contradictions that were not logged before, or that they have ended. Returns the digest with which an operator can accept
 * the present rows; '' without contradictions.
 */
function logContradictions(
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
