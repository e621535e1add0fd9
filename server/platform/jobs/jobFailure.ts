/** A job's failure with details that only its handler knows, for the queue's log line. */
export class JobFailure extends Error {
  override name = 'JobFailure';
  readonly facts: Readonly<Record<string, string>>;

  constructor(facts: Readonly<Record<string, string>>, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.facts = facts;
  }
}
