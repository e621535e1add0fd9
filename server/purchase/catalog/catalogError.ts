/** Rows that do not fit together: said so that the operator can mend them. */
export class CatalogError extends Error {
  override name = 'CatalogError';
}
