/** Why a key cannot be opened, and what to do: the field of the configuration that named it, and a sentence that goes on from its variable. */
export class KeyRefusal extends Error {
  override name = 'KeyRefusal';
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}
