/** A fault that the user who started Slipway can fix. The message is one line for the terminal. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}

/** Returns the first line of an error's message, or the error's name if it has no message. */
export function formatErrorLine(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.split('\n')[0] ?? text;
}
