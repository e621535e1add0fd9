/**
 * Why a key cannot be opened and what to do: the configuration field that named it, and the rest of a sentence that
 * starts with its variable.
 */
export class KeyRefusal extends Error {
  override name = 'KeyRefusal';
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}
