/** Prints a text; if the terminal is gone it is lost, which is not an error. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printErrorLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
