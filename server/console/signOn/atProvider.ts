import { AppError } from '../../platform/http/appError.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { SignOnFault, type SignOnProvider } from './openIdProvider.ts';

/** Throws `sign_on_refused` where none is configured. */
export function requireProvider({ signOn }: Pick<ConsoleContext, 'signOn'>): SignOnProvider {
  if (signOn) return signOn;
  throw new AppError('sign_on_refused', { reason: 'this console has no identity provider' });
}

/** Turns faults of the identity provider into answers. Details go to the log: what is wrong is for the operator to know. */
export async function atProvider<Value>(
  { signOn, log }: Pick<ConsoleContext, 'signOn' | 'log'>,
  exchange: Promise<Value>,
): Promise<Value> {
  try {
    return await exchange;
  } catch (error) {
    if (!(error instanceof SignOnFault)) throw error;
    log.warn({ kind: error.kind, reason: error.message }, 'single sign-on failed');
    if (error.kind === 'away') throw new AppError('sign_on_unavailable', { provider: signOn?.name ?? '' });
    throw new AppError('sign_on_refused', { reason: `the answer of ${signOn?.name} was not accepted` });
  }
}
