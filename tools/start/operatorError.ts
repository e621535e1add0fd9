/** A fault that the user who started Slipway can fix. The message is one line for the terminal. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** Returns one line about any error, although only messages of ours and of the database are written for users. */
export function formatErrorLine(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.split('\n')[0] ?? text;
}
