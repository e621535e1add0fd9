type PlaceState = { readonly place?: string } | null;

/** Notes in the list's own entry of the history which order is opened, so that Back returns to it. */
export function rememberPlace(orderNo: string): void {
  history.replaceState({ ...(history.state as PlaceState), place: orderNo }, '');
}

/** Whether the buyer has come back to the list from this order; true once. */
export function takePlace(orderNo: string): boolean {
  const state = history.state as PlaceState;
  if (state?.place !== orderNo) return false;
  history.replaceState({ ...state, place: undefined }, '');
  return true;
}
