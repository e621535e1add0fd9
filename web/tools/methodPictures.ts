import { isMarkedMethod, type MarkedMethod, methodTraits, payMethods } from '@slipway/contract/entities/payMethods.ts';
import { titleToSlug } from 'simple-icons/sdk';

/** Brand marks in simple-icons, which are named after the brand. */
export const markedBrands: readonly (readonly [MarkedMethod, string])[] = payMethods
  .filter(isMarkedMethod)
  .map((method) => [method, titleToSlug(methodTraits[method].label)]);

/** Icons of all other payment methods in lucide. */
export const methodIcons: readonly (readonly [string, string])[] = payMethods
  .filter((method) => !isMarkedMethod(method))
  .map((method) => [method, methodTraits[method].icon]);
