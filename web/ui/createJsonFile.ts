/** Returns data as an indented JSON file, readable by programs and people. */
export function createJsonFile(data: object): Blob {
  return new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' });
}
