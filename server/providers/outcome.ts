/**
 * What a call to the outside may answer. `ok` and `refused` come only from an explicit word of the vendor; a lost
 * answer after the request left is `unknown` and is settled by asking, never by acting again with another key.
 */
export type Outcome<Value, Refusal extends string = never> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'refused'; readonly reason: Refusal; readonly detail?: string }
  | { readonly kind: 'pending' }
  | {
      readonly kind: 'unavailable';
      readonly retryAfterMs: number;
      readonly detail: string;
      /**
       * Set if the vendor was not asked: the operator's own signer does not answer, the signer or the books have not been compared
       * with the chains and the other places yet, or the vendor's limit of calls is used up.
       */
      readonly cause?: 'signer' | 'comparison' | 'budget';
    }
  | { readonly kind: 'unknown'; readonly detail: string };

export function ok<Value>(value: Value): { readonly kind: 'ok'; readonly value: Value } {
  return { kind: 'ok', value };
}

export function refused<Refusal extends string>(
  reason: Refusal,
  detail?: string,
): { readonly kind: 'refused'; readonly reason: Refusal; readonly detail?: string } {
  return detail === undefined ? { kind: 'refused', reason } : { kind: 'refused', reason, detail };
}
