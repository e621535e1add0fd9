/** What an operator typed cannot be done; the message says what can. */
export class CommandError extends Error {
  override name = 'CommandError';
}
