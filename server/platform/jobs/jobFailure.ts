/** Why a job was not done, with what only its handler knows of it: the queue's one line about the failure tells that too. */
export class JobFailure extends Error {
  override name = 'JobFailure';
  readonly facts: Readonly<Record<string, string>>;

  constructor(facts: Readonly<Record<string, string>>, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.facts = facts;
  }
}
