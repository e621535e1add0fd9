/** A command that cannot be executed; the message states the alternatives. */
export class CommandError extends Error {
  override name = 'CommandError';
}
