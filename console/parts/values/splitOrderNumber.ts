/** Splits an order number in groups of five: `7KQ2M 4XD9T CBW5H E38RF`. */
export function splitOrderNumber(orderNo: string): readonly string[] {
  return orderNo.match(/.{1,5}/g) ?? [];
}
