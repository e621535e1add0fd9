/** Prints a text. If the terminal is gone, the text is lost without an error. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function printErrorLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
