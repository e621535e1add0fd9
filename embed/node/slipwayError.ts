import type { ErrorKey } from '@slipway/contract/errors.ts';

/** A call was refused. `code` never changes; `message` is a sentence for people, in English. */
export class SlipwayError extends Error {
  override readonly name = 'SlipwayError';
  readonly httpStatus: number;
  /** Such as `order_unknown`; `no_answer` where the server said nothing that can be read. */
  readonly code: ErrorKey | 'no_answer';
  /** The values in the sentence. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    refusal: Pick<SlipwayError, 'httpStatus' | 'code'> & {
      readonly facts?: SlipwayError['facts'];
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: refusal.cause });
    this.httpStatus = refusal.httpStatus;
    this.code = refusal.code;
    this.facts = refusal.facts ?? {};
  }
}
