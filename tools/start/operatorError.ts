/** A fault that the person who started Slipway can put right. The message is one line, fit for the terminal as it stands. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** One line about any error; only our own and the database's are written for people, but one line is all there is room for. */
export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.split('\n')[0] ?? text;
}
