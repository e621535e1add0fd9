type Line = {
  readonly state: 'agrees' | 'pending' | 'open' | 'accepted';
  readonly halted: boolean;
  readonly unit: string;
};
type Page = { readonly places: readonly { readonly place: string; readonly lines: readonly Line[] }[] };

const CHAINS: Readonly<Record<string, string>> = {
  'eip155:1': 'Ethereum',
  'eip155:8453': 'Base',
  'eip155:137': 'Polygon',
  'eip155:42161': 'Arbitrum',
  'eip155:10': 'Optimism',
  'bip122:000000000019d6689c085ae165831e93': 'Bitcoin',
};

/** `Kraken` of `venue:kraken`, `Base` of `chain:eip155:8453`; a chain that has no name here by its own id. */
export function placeName(place: string): string {
  if (place === 'bank') return 'Bank';
  const [kind = '', ...rest] = place.split(':');
  const name = rest.join(':');
  if (kind === 'chain') return CHAINS[name] ?? name;
  return name === '' ? place : name.charAt(0).toUpperCase() + name.slice(1);
}

/** Whether the books agree, in three sentences, each empty where there is nothing to say. */
export function agreementWords({ places }: Page): {
  readonly differ: string;
  readonly agree: string;
  readonly halted: string;
} {
  const lines = places.flatMap(({ place, lines: of }) => of.map((line) => ({ ...line, place })));
  const open = lines.filter(({ state }) => state === 'open');
  const same = lines.length - open.length;
  const halts = open.filter(({ halted }) => halted).map(({ unit, place }) => `${unit} on ${placeName(place)}`);
  const said = open.length === 0 ? '' : open.length === 1 ? '1 difference.' : `${open.length} differences.`;
  const all = open.length === 0 ? `${same}` : `${same} of ${lines.length}`;
  return {
    differ: said,
    agree:
      lines.length === 0 ? '' : `${all} ${lines.length === 1 ? 'balance agrees' : 'balances agree'} to the last digit.`,
    halted: halts.length === 0 ? '' : `${halts.join(', ')}: nothing of it leaves until somebody decides.`,
  };
}
