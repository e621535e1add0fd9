import { join } from 'node:path';
import { type Books, openBooks } from '../world/books.ts';
import type { SandboxClock } from '../world/clock.ts';
import type { World } from '../world/standIn.ts';
import { INITIALLY_LISTED } from './initiallyListed.ts';
import { type PayableAddress, toCanonicalAddress } from './payableAddress.ts';

type ListFile = { addresses: string[]; changedAt: string };

export type SanctionsState = { files: Record<string, ListFile> };

export type ListedAddress = { readonly address: string; readonly tickers: readonly string[] };

/** The listed addresses by file. `add` and `remove` resolve once the change is on disk. */
export type SanctionsList = {
  file(ticker: string): { readonly text: string; readonly changedAt: Date } | undefined;
  /** Returns each address once, with all its tickers. */
  listed(): ListedAddress[];
  /** Adds an address. Resolves to false, without a change, if it is already listed. */
  add(payable: PayableAddress): Promise<boolean>;
  /** Removes an address from every file in any spelling. Resolves to false if it is on none. */
  remove(address: string): Promise<boolean>;
  books: Books<SanctionsState>;
};

export async function openSanctionsList(world: World): Promise<SanctionsList> {
  const { clock } = world;
  const books = openBooks<SanctionsState>(join(world.dataDir, 'sanctions.json'), createFirstEdition(clock));
  // Writes a new list immediately, so that a restart finds the same edition.
  await books.commit(() => undefined);
  const { files } = books.state;

  return {
    file(ticker) {
      const file = Object.hasOwn(files, ticker) ? files[ticker] : undefined;
      return file && { text: renderListFile(file.addresses), changedAt: new Date(file.changedAt) };
    },
    listed: () => collectListedAddresses(files),
    add: ({ address, ticker }) =>
      books.commit(() => {
        if (collectListedAddresses(files).some((listed) => listed.address === address)) return false;
        const addresses = [...(files[ticker]?.addresses ?? []), address];
        files[ticker] = { addresses: addresses.toSorted(), changedAt: computeNextChangeTime(clock, files) };
        return true;
      }),
    remove: (address) =>
      books.commit(() => {
        const unwanted = toCanonicalAddress(address);
        const holding = Object.values(files).filter((file) => file.addresses.some(createAddressMatcher(unwanted)));
        const changedAt = computeNextChangeTime(clock, files);
        for (const file of holding) {
          file.addresses = file.addresses.filter((listed) => !createAddressMatcher(unwanted)(listed));
          file.changedAt = changedAt;
        }
        return holding.length > 0;
      }),
    books,
  };
}

function renderListFile(addresses: readonly string[]): string {
  return addresses.map((address) => `${address}\n`).join('');
}

function createAddressMatcher(address: string): (other: string) => boolean {
  return (other) => toCanonicalAddress(other) === address;
}

function collectListedAddresses(files: SanctionsState['files']): ListedAddress[] {
  const rows = Object.entries(files).flatMap(([ticker, { addresses }]) =>
    addresses.map((address) => ({ ticker, address: toCanonicalAddress(address) })),
  );
  const byAddress = Map.groupBy(rows, ({ address }) => address);
  return [...byAddress].map(([address, found]) => ({ address, tickers: found.map(({ ticker }) => ticker) }));
}

/** Returns the first edition, dated midnight UTC, when the extract is generated. */
function createFirstEdition(clock: SandboxClock): SanctionsState {
  const changedAt = `${clock.now().toISOString().slice(0, 10)}T00:00:00.000Z`;
  const files = Object.entries(INITIALLY_LISTED).map(([ticker, addresses]) => [
    ticker,
    { addresses: [...addresses], changedAt },
  ]);
  return { files: Object.fromEntries(files) as SanctionsState['files'] };
}

/**
 * Returns the current time in the whole seconds of a `Last-Modified`, but later than any earlier change, so that no two
 * editions share a date.
 */
function computeNextChangeTime(clock: SandboxClock, files: SanctionsState['files']): string {
  const latest = Math.max(...Object.values(files).map(({ changedAt }) => Date.parse(changedAt)));
  const now = Math.floor(clock.now().getTime() / 1000) * 1000;
  return new Date(Math.max(now, latest + 1000)).toISOString();
}
