import { join } from 'node:path';
import { type Books, openBooks } from '../world/books.ts';
import type { SandboxClock } from '../world/clock.ts';
import type { World } from '../world/standIn.ts';
import { LISTED_AT_FIRST } from './listedAtFirst.ts';
import { oneSpelling, type PayableAddress } from './payableAddress.ts';

type ListFile = { addresses: string[]; changedAt: string };

export type RegisterState = { files: Record<string, ListFile> };

export type ListedAddress = { readonly address: string; readonly tickers: readonly string[] };

/** Who is listed, file by file. A change is on disk before it is told. */
export type Register = {
  file(ticker: string): { readonly text: string; readonly changedAt: Date } | undefined;
  /** Each address once, with every ticker under which it is listed. */
  listed(): ListedAddress[];
  /** Says false when it is listed already; then nothing changes. */
  add(payable: PayableAddress): Promise<boolean>;
  /** Takes it off every file, however it is spelled there. Says false when it is on none. */
  remove(address: string): Promise<boolean>;
  books: Books<RegisterState>;
};

export async function openRegister(world: World): Promise<Register> {
  const { clock } = world;
  const books = openBooks<RegisterState>(join(world.dataDir, 'sanctions.json'), firstEdition(clock));
  // A new register is written down at once, so that a restart finds the same edition.
  await books.commit(() => undefined);
  const { files } = books.state;

  return {
    file(ticker) {
      const file = Object.hasOwn(files, ticker) ? files[ticker] : undefined;
      return file && { text: textOf(file.addresses), changedAt: new Date(file.changedAt) };
    },
    listed: () => listedIn(files),
    add: ({ address, ticker }) =>
      books.commit(() => {
        if (listedIn(files).some((listed) => listed.address === address)) return false;
        const addresses = [...(files[ticker]?.addresses ?? []), address];
        files[ticker] = { addresses: addresses.toSorted(), changedAt: nextChange(clock, files) };
        return true;
      }),
    remove: (address) =>
      books.commit(() => {
        const unwanted = oneSpelling(address);
        const holding = Object.values(files).filter((file) => file.addresses.some(isSpellingOf(unwanted)));
        const changedAt = nextChange(clock, files);
        for (const file of holding) {
          file.addresses = file.addresses.filter((listed) => !isSpellingOf(unwanted)(listed));
          file.changedAt = changedAt;
        }
        return holding.length > 0;
      }),
    books,
  };
}

function textOf(addresses: readonly string[]): string {
  return addresses.map((address) => `${address}\n`).join('');
}

function isSpellingOf(address: string): (other: string) => boolean {
  return (other) => oneSpelling(other) === address;
}

function listedIn(files: RegisterState['files']): ListedAddress[] {
  const rows = Object.entries(files).flatMap(([ticker, { addresses }]) =>
    addresses.map((address) => ({ ticker, address: oneSpelling(address) })),
  );
  const byAddress = Map.groupBy(rows, ({ address }) => address);
  return [...byAddress].map(([address, found]) => ({ address, tickers: found.map(({ ticker }) => ticker) }));
}

/** The extract is made each night at midnight UTC. */
function firstEdition(clock: SandboxClock): RegisterState {
  const changedAt = `${clock.now().toISOString().slice(0, 10)}T00:00:00.000Z`;
  const files = Object.entries(LISTED_AT_FIRST).map(([ticker, addresses]) => [
    ticker,
    { addresses: [...addresses], changedAt },
  ]);
  return { files: Object.fromEntries(files) as RegisterState['files'] };
}

/** Now, in the whole seconds of a `Last-Modified`, but never the second of an earlier change: no two editions share a date. */
function nextChange(clock: SandboxClock, files: RegisterState['files']): string {
  const latest = Math.max(...Object.values(files).map(({ changedAt }) => Date.parse(changedAt)));
  const now = Math.floor(clock.now().getTime() / 1000) * 1000;
  return new Date(Math.max(now, latest + 1000)).toISOString();
}
