/** What a page says to a worker. */
export type WorkerMessage =
  /** The buyer wants the new version: take over from the former worker. */
  | { readonly kind: 'take_over' }
  /** Whether a file belongs to the worker's version; answered with true or false at the port that comes along. */
  | { readonly kind: 'has'; readonly path: string };
