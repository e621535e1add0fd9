/** Does one step of an order. Doing it twice does no harm; what it learns goes through applyEvent. */
export type Effect = (orderId: number, subject: string) => Promise<void>;

/** Handlers by the name of the effect. */
export type Effects<Name extends string> = { readonly [Key in Name]: Effect };
