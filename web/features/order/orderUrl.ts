import { useSearchParams } from 'wouter';

/** Returns the order number from the URL, or ''. */
export function useOrderNo(): string {
  const [search] = useSearchParams();
  return readOrderNo(search);
}

/** Returns the order number from `orderNo`, or from its other name `orderToken`; '' if there is none. */
export function readOrderNo(query: URLSearchParams): string {
  return query.get('orderNo') ?? query.get('orderToken') ?? '';
}

/** Returns `/payment-status?orderNo=…`. */
export function buildOrderPath(page: string, orderNo: string): string {
  return `${page}?orderNo=${encodeURIComponent(orderNo)}`;
}
