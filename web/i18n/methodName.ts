import { traitsIfAny } from '@slipway/contract/entities/payMethods.ts';
import { type TextValues, textIfAny } from './text.ts';

/** A payment method's name; its id where no language knows it. */
export function methodName(payMethod: string): string {
  return traitsIfAny(payMethod)?.wallet?.name ?? textIfAny(`method.${payMethod}`) ?? payMethod;
}

/** For texts that choose their words by the method: those about a wallet are the same for each, with its name. */
export function methodValues(payMethod: string): TextValues {
  const wallet = traitsIfAny(payMethod)?.wallet;
  return wallet ? { method: 'wallet', wallet: wallet.name } : { method: payMethod };
}
