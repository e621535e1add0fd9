import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { type TextValues, textIfAny } from './text.ts';

/** Returns a payment method's name, or its id if no language has a name. */
export function methodName(payMethod: string): string {
  const traits = findPayMethodTraits(payMethod);
  return traits?.isBrand ? traits.label : (textIfAny(`method.${payMethod}`) ?? payMethod);
}

/** Returns values for texts that depend on the method; texts about brands are shared and contain the brand's name. */
export function methodValues(payMethod: string): TextValues {
  const traits = findPayMethodTraits(payMethod);
  return traits?.isBrand ? { method: 'brand', brand: traits.label } : { method: payMethod };
}
