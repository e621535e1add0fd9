import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { findText, type TextValues } from './text.ts';

/** Returns a payment method's name, or its id if no language has a name. */
export function formatMethodName(payMethod: string): string {
  const traits = findPayMethodTraits(payMethod);
  return traits?.isBrand ? traits.label : (findText(`method.${payMethod}`) ?? payMethod);
}

/** Returns values for texts that depend on the method; texts about brands are shared and contain the brand's name. */
export function getMethodValues(payMethod: string): TextValues {
  const traits = findPayMethodTraits(payMethod);
  return traits?.isBrand ? { method: 'brand', brand: traits.label } : { method: payMethod };
}
