/** The list that an order was opened from, for J and K and the link back. */
export type OpenList = { readonly title: string; readonly numbers: readonly string[]; readonly query: string };

let openedFromList: OpenList | undefined;

export function setOpenedList(list: OpenList): void {
  openedFromList = list;
}

export function getOpenedList(): OpenList | undefined {
  return openedFromList;
}
