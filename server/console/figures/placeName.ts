import type { Catalog } from '../../purchase/catalog/catalog.ts';

/** `Kraken` of `venue:kraken`, `Base` of `chain:eip155:8453`; what the catalog does not know by its own id. */
export function placeName({ networks }: Pick<Catalog, 'networks'>, place: string): string {
  const [kind = '', ...rest] = place.split(':');
  const name = rest.join(':');
  if (kind === 'chain') return networks.find(({ chain }) => chain === name)?.name ?? name;
  const word = name === '' ? kind : name;
  return word.charAt(0).toUpperCase() + word.slice(1);
}
