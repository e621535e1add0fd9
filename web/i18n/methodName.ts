import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { type TextValues, textIfAny } from './text.ts';

/** Returns a payment method's name, or its id if no language has a name. */
export function methodName(payMethod: string): string {
  return findPayMethodTraits(payMethod)?.wallet?.name ?? textIfAny(`method.${payMethod}`) ?? payMethod;
}

/** Returns values for texts that depend on the method; texts about wallets are shared and contain the wallet's name. */
export function methodValues(payMethod: string): TextValues {
  const wallet = findPayMethodTraits(payMethod)?.wallet;
  return wallet ? { method: 'wallet', wallet: wallet.name } : { method: payMethod };
}
