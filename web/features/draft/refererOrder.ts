const STORAGE_KEY = 'referer_order';
const LONGEST = 64;

/** An earlier order that a link says this purchase follows; it goes along with every order of the tab. */
export function rememberRefererOrder(search: string): void {
  const orderNo = new URLSearchParams(search).get('referer_order')?.trim() ?? '';
  if (orderNo !== '' && orderNo.length <= LONGEST) sessionStorage.setItem(STORAGE_KEY, orderNo);
}

/** '' when there is none. */
export function refererOrder(): string {
  return sessionStorage.getItem(STORAGE_KEY) ?? '';
}
