import type { Catalog } from '../purchase/catalog/catalog.ts';

/** Returns a catalog that behaves like a server's: one object whose parts follow the newest settings. */
export function createChangingCatalog(first: Catalog): { readonly catalog: Catalog; change(next: Catalog): void } {
  let newest = first;
  const following = new Proxy({} as Catalog, { get: (_, name) => newest[name as keyof Catalog] });
  return {
    catalog: following,
    change(next) {
      newest = next;
    },
  };
}
