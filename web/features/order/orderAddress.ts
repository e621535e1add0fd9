import { useSearchParams } from 'wouter';

/** The order that the address names; `orderToken` is another name for `orderNo`. '' without one. */
export function useOrderNo(): string {
  const [search] = useSearchParams();
  return search.get('orderNo') ?? search.get('orderToken') ?? '';
}

/** `/payment-status?orderNo=…` */
export function orderPath(page: string, orderNo: string): string {
  return `${page}?orderNo=${encodeURIComponent(orderNo)}`;
}
