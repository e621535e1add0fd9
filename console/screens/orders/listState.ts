/** The list that an order was opened from: J and K go along it, and the way back leads there. */
export type OpenList = { readonly title: string; readonly numbers: readonly string[]; readonly query: string };

let open: OpenList | undefined;

export function rememberList(list: OpenList): void {
  open = list;
}

export function openedList(): OpenList | undefined {
  return open;
}
