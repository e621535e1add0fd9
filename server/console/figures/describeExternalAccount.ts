import type { Catalog } from '../../purchase/catalog/catalog.ts';

/**
 * Returns `Kraken` for `venue:kraken`, `Base` for `chain:eip155:8453`, and the id for a network that is not in the
 * catalog.
 */
export function describeExternalAccount({ networks }: Pick<Catalog, 'networks'>, place: string): string {
  const [kind = '', ...rest] = place.split(':');
  const name = rest.join(':');
  if (kind === 'chain') return networks.find(({ chain }) => chain === name)?.name ?? name;
  const label = name === '' ? kind : name;
  return label.charAt(0).toUpperCase() + label.slice(1);
}
