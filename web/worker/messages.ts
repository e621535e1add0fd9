/** Messages from a page to a worker. */
export type WorkerMessage =
  /** The buyer accepted the new version: replace the previous worker. */
  | { readonly kind: 'take_over' }
  /** Asks whether a file belongs to the worker's version; the answer, true or false, is sent to the attached port. */
  | { readonly kind: 'has'; readonly path: string };
