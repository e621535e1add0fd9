/**
 * Thrown if a key cannot be opened. `field`: the configuration field at fault. `message`: the problem and what to do, as
 * the remainder of a sentence that begins with the name of the field's variable.
 */
export class KeyRefusal extends Error {
  override name = 'KeyRefusal';
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}
