/** The terminal may be gone; then this is lost, and that is no fault. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

export function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
