/**
 * Result of an external call. `ok` and `refused` come only from an explicit answer of the vendor. A lost answer after
 * the request was sent is `unknown`; it is resolved by a query, never by repeating the call with another key.
 */
export type Outcome<Value, Refusal extends string = never> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'refused'; readonly reason: Refusal; readonly detail?: string }
  /** The vendor has answered, and the result is not final or not known to the adapter yet. */
  | { readonly kind: 'pending' }
  /** The call may be repeated unchanged after `retryAfterMs`. */
  | {
      readonly kind: 'unavailable';
      readonly retryAfterMs: number;
      readonly detail: string;
      /**
       * Set if the vendor was not called: the operator's signer does not answer (`signer`), the signer or the ledger has
       * not been compared with the chains and external accounts yet (`comparison`), or the vendor's call limit is used up
       * (`budget`).
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
