import { appendAudit } from '../platform/audit/auditStore.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import { deleteRow, insertMissingRows, lockConfiguration, readRows, readSold, writeRow } from './configurationStore.ts';
import { ConfigurationError, type ConfigurationRow, isKind, type Kind, readConfiguration, readRow } from './kinds.ts';
import { readSeedFolders, SEEDS_FOLDER } from './readSeeds.ts';
import { rowEdition } from './rowEdition.ts';
import { type Settings, settingsOf } from './settings.ts';
import { requireSameAsSold } from './soldAlready.ts';

/** Who decides a change, and why; kept with it for ever. */
export type Decision = { readonly who: string; readonly why: string; readonly approvedBy?: string };

/** Orders name these: they are switched off, never removed. */
const NEVER_REMOVED: ReadonlySet<Kind> = new Set(['currency', 'crypto', 'rule']);

/** Whether rows of a kind are ever taken out. */
export function mayBeRemoved(kind: string): boolean {
  return !isKind(kind) || !NEVER_REMOVED.has(kind);
}

/** Fields of a row that change; null takes an optional field out. */
export type FieldChanges = Readonly<Record<string, unknown>>;

type NamedRow = {
  readonly kind: string;
  readonly key: string;
  /** {@link rowEdition} of the row as somebody saw it: of another one nothing is changed. */
  readonly edition?: string | undefined;
};

/** `fields` null takes the row out. */
type WantedRow = NamedRow & { readonly fields: FieldChanges | null };

/**
 * Writes what comes with the product and is not in the database yet: first the operator's own folders, then the product's.
 * Rows that are there are the operator's and stay as they are.
 */
export async function seedConfiguration(database: Database, folders: readonly string[]): Promise<void> {
  const seeds = await readSeedFolders([...folders, SEEDS_FOLDER]);
  await database.transaction(async (transaction) => {
    await lockConfiguration(transaction);
    const inserted = await insertMissingRows(transaction, seeds);
    settingsOf(readConfiguration(await readRows(transaction)));
    if (inserted.length === 0) return;
    await appendAudit(transaction, {
      who: 'seeds',
      approvedBy: null,
      why: 'values that come with the product',
      action: 'seed',
      subject: 'configuration',
      before: null,
      after: inserted.map(({ kind, key }) => `${kind} ${key}`),
    });
  });
}

/** Changes some fields of a row, or makes it. The whole configuration must still fit together. Throws {@link ConfigurationError}. */
export async function setRow(
  transaction: Transaction,
  { kind, key, fields, edition }: NamedRow & { readonly fields: FieldChanges },
  decision: Decision,
): Promise<{ readonly before: unknown; readonly after: unknown }> {
  await lockConfiguration(transaction);
  const { before, row } = await readChange(transaction, { kind, key, fields, edition });
  await writeRow(transaction, row);
  const subject = `${kind} ${key}`;
  await appendAudit(transaction, { ...said(decision), action: 'set', subject, before, after: row.value });
  return { before, after: row.value };
}

/** A change that is not made: its row as it is and would be, and what is followed by then. */
export type PlannedChange = {
  readonly before: unknown;
  readonly after: unknown;
  readonly now: Settings;
  readonly next: Settings;
};

/**
 * What a change would make of the configuration; `fields` null takes the row out. Nothing is written. Throws
 * {@link ConfigurationError} for one that would not be made at this moment.
 */
export async function planChange(database: Database, change: WantedRow): Promise<PlannedChange> {
  return database.transaction(async (transaction) => {
    const planned = await readEither(transaction, change);
    return {
      before: planned.before,
      after: change.fields === null ? null : planned.row.value,
      now: settingsOf(readConfiguration(planned.rows)),
      next: settingsOf(readConfiguration(planned.rowsThen)),
    };
  });
}

/** The row as it is before a change. Throws {@link ConfigurationError} for a change that would not be made at this moment. */
export async function checkChange(database: Database, change: WantedRow): Promise<{ readonly before: unknown }> {
  return database.transaction((transaction) => readEither(transaction, change));
}

async function readEither(transaction: Transaction, { fields, ...row }: WantedRow): Promise<ReadChange> {
  return fields === null ? readRemoval(transaction, row) : readChange(transaction, { ...row, fields });
}

/** A row, and all of them before and after its change. */
type ReadChange = {
  readonly before: unknown;
  readonly row: ConfigurationRow;
  readonly rows: readonly ConfigurationRow[];
  readonly rowsThen: readonly ConfigurationRow[];
};

/** The row as it would be, which must fit together with the others. */
async function readChange(
  transaction: Transaction,
  { kind, key, edition, fields }: NamedRow & { readonly fields: FieldChanges },
): Promise<ReadChange> {
  const rows = await readRows(transaction);
  const before = rows.find((row) => row.kind === kind && row.key === key)?.value ?? null;
  requireEdition({ kind, key, edition }, before);
  const merged = Object.entries<unknown>(Object.assign({}, before, fields)).filter(([, value]) => value !== null);
  const row = { kind, key, value: readRow({ kind, key, value: Object.fromEntries(merged) }).value };
  const rowsThen = [...without(rows, row), row];
  await requireSound(transaction, rows, rowsThen, row.kind);
  return { before, row, rows, rowsThen };
}

/** Takes a row out. Throws {@link ConfigurationError} for one that is not there or that others need. */
export async function removeRow(
  transaction: Transaction,
  { kind, key, edition }: NamedRow,
  decision: Decision,
): Promise<void> {
  await lockConfiguration(transaction);
  const { row } = await readRemoval(transaction, { kind, key, edition });
  await deleteRow(transaction, kind, key);
  const subject = `${kind} ${key}`;
  await appendAudit(transaction, { ...said(decision), action: 'remove', subject, before: row.value, after: null });
}

/** The row that would go, which no other may need. */
async function readRemoval(transaction: Transaction, { kind, key, edition }: NamedRow): Promise<ReadChange> {
  if (!mayBeRemoved(kind))
    throw new ConfigurationError(`a ${kind} is never removed: orders may name it. Set enabled=false instead`);
  const rows = await readRows(transaction);
  const row = rows.find((candidate) => candidate.kind === kind && candidate.key === key);
  if (!row) throw new ConfigurationError(`there is no ${kind} ${key}`);
  requireEdition({ kind, key, edition }, row.value);
  const rowsThen = without(rows, row);
  await requireSound(transaction, rows, rowsThen, row.kind);
  return { before: row.value, row, rows, rowsThen };
}

/** The rows as they would be must fit together, and leave what was sold what it was. Throws {@link ConfigurationError}. */
async function requireSound(
  transaction: Transaction,
  before: readonly ConfigurationRow[],
  after: readonly ConfigurationRow[],
  changed: string,
): Promise<void> {
  const { catalog } = settingsOf(readConfiguration(after));
  if (changed !== 'network' && changed !== 'crypto') return;
  requireSameAsSold(settingsOf(readConfiguration(before)).catalog, catalog, await readSold(transaction));
}

/** Throws {@link ConfigurationError} where the row is another one than somebody saw. */
function requireEdition({ kind, key, edition }: NamedRow, value: unknown): void {
  if (edition === undefined || edition === rowEdition(value)) return;
  throw new ConfigurationError(
    `${kind} ${key} is another row than the one that the change was asked for: it is ${JSON.stringify(value)}`,
  );
}

function said({ who, why, approvedBy }: Decision) {
  return { who, why, approvedBy: approvedBy ?? null };
}

function without(rows: readonly ConfigurationRow[], row: ConfigurationRow): ConfigurationRow[] {
  return rows.filter((candidate) => candidate.kind !== row.kind || candidate.key !== row.key);
}
