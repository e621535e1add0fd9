import type { ErrorKey } from '@slipway/contract/errors.ts';

/** Thrown for a refused call. `code` is stable; `message` is an English sentence for a reader. */
export class SlipwayError extends Error {
  override readonly name = 'SlipwayError';
  readonly httpStatus: number;
  /** Such as `order_unknown`; `no_answer` if the server's answer could not be read. */
  readonly code: ErrorKey | 'no_answer';
  /** The values in `message`. */
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
