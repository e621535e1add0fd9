/** Thrown for inconsistent rows, with a message by which the operator can correct them. */
export class CatalogError extends Error {
  override name = 'CatalogError';
}
