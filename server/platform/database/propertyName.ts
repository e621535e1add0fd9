/** Returns the name of a column's value in a row: `createdAt` for `created_at`. Names without `_` are unchanged. */
export function toPropertyName(column: string): string {
  return column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
