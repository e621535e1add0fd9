import type { CallData } from '@slipway/contract/calls.ts';
import type { Session } from '../../platform/http/handlers.ts';
import type { OpenedSession } from './login.ts';

/** Returns what a page stores of a login. */
export function presentUserInfo({
  authToken,
  expiresAt,
  buyer,
}: Pick<OpenedSession, 'authToken' | 'expiresAt'> & {
  readonly buyer: Pick<Session, 'email' | 'kycLevel'>;
}): CallData<'authInfo'> {
  return { authToken, expTime: epochSeconds(expiresAt), kyc_level: buyer.kycLevel, email: buyer.email };
}

function epochSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
