import type { Catalog } from '../purchase/catalog/catalog.ts';

/** As a server's catalog does: the same object, whose parts are those of the newest settings. */
export function changingCatalog(first: Catalog): { readonly catalog: Catalog; change(next: Catalog): void } {
  let newest = first;
  const following = new Proxy({} as Catalog, { get: (_, name) => newest[name as keyof Catalog] });
  return {
    catalog: following,
    change(next) {
      newest = next;
    },
  };
}
