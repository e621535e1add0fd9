/** One edition of a published list, as stored with each decision. */
export type ListEdition = {
  readonly source: string;
  readonly version: string;
  /** SHA-256 of the content. */
  readonly hash: string;
  /** Time of the last fetch by the machine's clock, because it measures the freshness of the feed. */
  readonly fetchedAt: Date;
  /** Publication date, if the edition has one. A mirror may serve an old edition forever. */
  readonly publishedAt: Date | null;
};

/** A sanctions list in memory; addresses are folded as {@link toComparableAddress} does. */
export type ScreeningList = { readonly edition: ListEdition; readonly addresses: ReadonlySet<string> };

export type ScreeningVerdict = {
  /** `stale`: cannot be judged because a list is missing or too old. */
  readonly outcome: 'clear' | 'denied' | 'stale';
  /** The list that denies the address: `operator` or the list's source; '' for none. */
  readonly by: string;
  readonly editions: readonly ListEdition[];
};

/**
 * Checks addresses: when a buyer enters one, when an order is created, when its money is captured, and before a payout
 * is signed.
 */
export type AddressScreener = {
  /** Returns true if the operator or a list denies the address, even a list that is too old. */
  isDenied(address: string): boolean;
  judge(address: string, machineNow: Date): ScreeningVerdict;
};

export type ScreeningSources = {
  /** The operator's own list. */
  readonly deniedAddresses: () => readonly string[];
  /** Undefined for a list that was never fetched. */
  readonly lists: () => readonly (ScreeningList | undefined)[];
  readonly maximumAgeMs: () => number;
  /** Maximum age of an edition that has a publication date. */
  readonly editionMaximumAgeMs: () => number;
};

const OPERATOR = 'operator';

export function createScreening({
  deniedAddresses,
  lists,
  maximumAgeMs,
  editionMaximumAgeMs,
}: ScreeningSources): AddressScreener {
  const denied = createFoldCache();

  function findDenyingList(address: string): string | undefined {
    const folded = toComparableAddress(address);
    if (denied(deniedAddresses()).has(folded)) return OPERATOR;
    return lists().find((list) => list?.addresses.has(folded))?.edition.source;
  }

  return {
    isDenied: (address) => findDenyingList(address) !== undefined,
    judge(address, machineNow) {
      const current = lists();
      const editions = current.flatMap((list) => (list ? [list.edition] : []));
      const by = findDenyingList(address);
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

/** Returns true if an edition's own publication date is older than allowed. */
export function isOutdated(
  { publishedAt }: Pick<ListEdition, 'publishedAt'>,
  machineNow: Date,
  mostMs: number,
): boolean {
  return publishedAt !== null && machineNow.getTime() - publishedAt.getTime() > mostMs;
}

/** Folds an address for comparison without case: EVM uses case only as a checksum, and bech32 forbids mixed case. */
export function toComparableAddress(address: string): string {
  return address.toLowerCase();
}

/** Caches the folded operator list, which changes rarely and is read often. */
function createFoldCache(): (addresses: readonly string[]) => ReadonlySet<string> {
  let known: readonly string[] = [];
  let folded: ReadonlySet<string> = new Set();
  return (addresses) => {
    if (addresses !== known) {
      known = addresses;
      folded = new Set(addresses.map(toComparableAddress));
    }
    return folded;
  };
}
