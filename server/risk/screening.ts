/** One edition of a published list, as it is kept with each decision. */
export type ListEdition = {
  readonly source: string;
  readonly version: string;
  /** SHA-256 of its content. */
  readonly hash: string;
  /** When it was last fetched, in machine time: freshness is about the feed. */
  readonly fetchedAt: Date;
  /** When it was made, where it says so; a mirror may serve for ever what it has once fetched. */
  readonly publishedAt: Date | null;
};

/** A sanctions list in memory; addresses are folded as {@link foldAddress} does. */
export type ScreeningList = { readonly edition: ListEdition; readonly addresses: ReadonlySet<string> };

export type ScreeningVerdict = {
  /** `stale`: it cannot be judged, since a list is missing or too old. */
  readonly outcome: 'clear' | 'denied' | 'stale';
  /** Who denies it: the operator's own list or a source. */
  readonly by: string;
  readonly editions: readonly ListEdition[];
};

/** Asked when an address is checked, when an order is made, when its money is taken, and before a payout is signed. */
export type AddressScreening = {
  isDenied(address: string): boolean;
  judge(address: string, machineNow: Date): ScreeningVerdict;
};

export type ScreeningSources = {
  /** The operator's own list. */
  readonly deniedAddresses: () => readonly string[];
  /** Undefined for a list that was never fetched. */
  readonly lists: () => readonly (ScreeningList | undefined)[];
  readonly maximumAgeMs: () => number;
  /** Of an edition that says when it was made. */
  readonly editionMaximumAgeMs: () => number;
};

const OPERATOR = 'operator';

export function createScreening({
  deniedAddresses,
  lists,
  maximumAgeMs,
  editionMaximumAgeMs,
}: ScreeningSources): AddressScreening {
  const denied = foldedOnce();

  function deniedBy(address: string): string | undefined {
    const folded = foldAddress(address);
    if (denied(deniedAddresses()).has(folded)) return OPERATOR;
    return lists().find((list) => list?.addresses.has(folded))?.edition.source;
  }

  return {
    isDenied: (address) => deniedBy(address) !== undefined,
    judge(address, machineNow) {
      const current = lists();
      const editions = current.flatMap((list) => (list ? [list.edition] : []));
      const by = deniedBy(address);
      if (by !== undefined) return { outcome: 'denied', by, editions };
      const fresh = current.every(
        (list) =>
          list !== undefined &&
          machineNow.getTime() - list.edition.fetchedAt.getTime() <= maximumAgeMs() &&
          !isOutdated(list.edition, machineNow, editionMaximumAgeMs()),
      );
      return { outcome: fresh ? 'clear' : 'stale', by: '', editions };
    },
  };
}

/** Whether an edition is older than one may be, by its own word. */
export function isOutdated(
  { publishedAt }: Pick<ListEdition, 'publishedAt'>,
  machineNow: Date,
  mostMs: number,
): boolean {
  return publishedAt !== null && machineNow.getTime() - publishedAt.getTime() > mostMs;
}

/** Addresses are compared without case: EVM's carry a checksum in theirs, and bech32 has none. */
export function foldAddress(address: string): string {
  return address.toLowerCase();
}

/** The operator's list changes seldom and is asked often. */
function foldedOnce(): (addresses: readonly string[]) => ReadonlySet<string> {
  let known: readonly string[] = [];
  let folded: ReadonlySet<string> = new Set();
  return (addresses) => {
    if (addresses !== known) {
      known = addresses;
      folded = new Set(addresses.map(foldAddress));
    }
    return folded;
  };
}
