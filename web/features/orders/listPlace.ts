type PlaceState = { readonly place?: string } | null;

/** Notes in the list's own entry of the history which order is opened, so that Back returns to it. */
export function rememberPlace(orderNo: string): void {
  history.replaceState({ ...(history.state as PlaceState), place: orderNo }, '');
}

/** Whether the buyer comes back to the list from this order. */
export function isPlace(orderNo: string): boolean {
  return (history.state as PlaceState)?.place === orderNo;
}
