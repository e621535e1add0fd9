const names = new Map<string, string>();

/** Returns the name of a column's value in a row: `createdAt` for `created_at`. Names without `_` are unchanged. */
export function toPropertyName(column: string): string {
  let name = names.get(column);
  if (name === undefined) {
    name = column.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    names.set(column, name);
  }
  return name;
}
