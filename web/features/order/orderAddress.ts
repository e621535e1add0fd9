import { useSearchParams } from 'wouter';

/** The order that the address names. '' without one. */
export function useOrderNo(): string {
  const [search] = useSearchParams();
  return orderNoIn(search);
}

/** `orderToken` is another name for `orderNo`. */
export function orderNoIn(query: URLSearchParams): string {
  return query.get('orderNo') ?? query.get('orderToken') ?? '';
}

/** `/payment-status?orderNo=…` */
export function orderPath(page: string, orderNo: string): string {
  return `${page}?orderNo=${encodeURIComponent(orderNo)}`;
}
