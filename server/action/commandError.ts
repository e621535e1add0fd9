/** Thrown for a command that cannot be executed. The message states what to do instead. */
export class CommandError extends Error {
  override name = 'CommandError';
}
