import { z } from 'zod';
import { type Outcome, ok } from '../outcome.ts';
import { composeList } from './composeList.ts';
import { readAddresses } from './readAddresses.ts';
import type { SanctionsList } from './sanctionsPort.ts';

const RETRY_MS = 5_000;

/**
 * All assets of the extract whose listed addresses are valid for Bitcoin or an EVM chain. They overlap: an account
 * listed only for USDT is the same account for ETH, and an old Bitcoin Cash address is a Bitcoin one.
 */
const DEFAULT_TICKERS = ['XBT', 'ETH', 'USDT', 'USDC', 'ARB', 'BSC', 'ETC', 'BCH', 'BSV'];

/** The files of these two assets have never been empty: an empty one means that the extract is broken. */
const NEVER_EMPTY = { XBT: 1, ETH: 1 };

const ticker = z.string().regex(/^[A-Z0-9]{2,10}$/, 'must be a ticker such as XBT');

/** Configuration by the operator for the files of an extract, in any location. */
export const extractSelection = {
  tickers: z.array(ticker).min(1).default(DEFAULT_TICKERS),
  /** Tickers whose file may be missing. An unreadable file is an error for these as well. */
  optionalTickers: z.array(ticker).default([]),
  /** Minimum number of addresses by ticker; 1 for XBT and ETH unless set. */
  minimumEntries: z
    .record(ticker, z.number().int().min(0))
    .default({})
    .transform((given): Record<string, number> => ({ ...NEVER_EMPTY, ...given })),
};

export type ExtractSelection = {
  readonly tickers: readonly string[];
  readonly optionalTickers: readonly string[];
  readonly minimumEntries: Readonly<Record<string, number>>;
};

/** One file of a list, and the minimum number of addresses in it. */
export type WantedFile = { readonly name: string; readonly minimumEntries: number; readonly isOptional: boolean };

export type Unavailable = { readonly kind: 'unavailable'; readonly retryAfterMs: number; readonly detail: string };

/** Result of opening a file. `changedAt` or the publisher's `tag` (ETag) identifies the file's edition. */
export type FileResult =
  | { readonly kind: 'found'; readonly text: string; readonly changedAt?: Date; readonly tag?: string }
  | { readonly kind: 'missing' }
  | Unavailable;

type ExtractFile = { readonly found: FileResult; readonly addresses: readonly string[] };

/** Returns a text file for each ticker, named as in 0xB10C/ofac-sanctioned-digital-currency-addresses. */
export function listWantedFiles(selection: ExtractSelection): WantedFile[] {
  return [...new Set(selection.tickers)].map((name) => ({
    name: `sanctioned_addresses_${name}.txt`,
    minimumEntries: selection.minimumEntries[name] ?? 0,
    isOptional: selection.optionalTickers.includes(name),
  }));
}

/** Reads all files into one list. One invalid file, or a list without any address, makes the whole list unavailable. */
export async function readExtract(
  source: string,
  wanted: readonly WantedFile[],
  openFile: (name: string) => Promise<FileResult>,
): Promise<Outcome<SanctionsList>> {
  const read = await Promise.all(wanted.map(async (file) => readWantedFile(file, await openFile(file.name))));
  const files: ExtractFile[] = [];
  for (const file of read) {
    if ('kind' in file) return file;
    files.push(file);
  }
  const addresses = files.flatMap((file) => file.addresses);
  if (addresses.length === 0) return unavailable('the list has no address at all');
  return ok(composeList(source, addresses, findEdition(files.map(({ found }) => found))));
}

export function unavailable(detail: string, retryAfterMs: number = RETRY_MS): Unavailable {
  return { kind: 'unavailable', retryAfterMs, detail };
}

function readWantedFile(wanted: WantedFile, found: FileResult): ExtractFile | Unavailable {
  if (found.kind === 'unavailable') return found;
  if (found.kind === 'missing' && !wanted.isOptional) return unavailable(`${wanted.name} is not there`);
  try {
    const addresses = found.kind === 'found' ? readAddresses(found.text) : [];
    if (addresses.length >= wanted.minimumEntries) return { found, addresses };
    return unavailable(`${wanted.name} has ${addresses.length} addresses, fewer than ${wanted.minimumEntries}`);
  } catch (error) {
    return unavailable(`${wanted.name}: ${error instanceof Error ? error.message : 'unreadable'}`);
  }
}

/** Returns as the version the files' newest date if each has one, else their tag if all have the same, else undefined. */
function findEdition(files: readonly FileResult[]): { version?: string | undefined; publishedAt?: Date } {
  const found = files.filter((file) => file.kind === 'found');
  const times = found.flatMap(({ changedAt }) => (changedAt ? [changedAt.getTime()] : []));
  if (times.length === found.length) {
    const publishedAt = new Date(Math.max(...times));
    return { version: publishedAt.toISOString(), publishedAt };
  }
  const tags = new Set(found.map(({ tag }) => tag));
  return { version: tags.size === 1 ? [...tags][0] : undefined };
}
