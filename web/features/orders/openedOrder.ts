type ListHistoryState = { readonly place?: string } | null;

/** Stores the opened order in the list's history entry, so that Back returns to its row. */
export function rememberOpenedOrder(orderNo: string): void {
  history.replaceState({ ...(history.state as ListHistoryState), place: orderNo }, '');
}

/** Returns true once if the buyer came back to the list from this order. */
export function takeOpenedOrder(orderNo: string): boolean {
  const state = history.state as ListHistoryState;
  if (state?.place !== orderNo) return false;
  history.replaceState({ ...state, place: undefined }, '');
  return true;
}
