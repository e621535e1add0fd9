import { AppError } from '../../platform/http/appError.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { SignOnFault, type SignOnProvider } from './openIdProvider.ts';

/** Returns the identity provider. Throws `sign_on_refused` if none is configured. */
export function requireProvider({ signOn }: Pick<ConsoleContext, 'signOn'>): SignOnProvider {
  if (signOn) return signOn;
  throw new AppError('sign_on_refused', { reason: 'this console has no identity provider' });
}

/**
 * Converts errors of the identity provider to errors of the contract. The details are only logged, because they are for
 * the operator.
 */
export async function convertIdentityProviderErrors<Value>(
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
