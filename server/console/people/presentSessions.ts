import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { PersonRegistry } from '../../platform/persons/personRegistry.ts';
import type { SessionRow } from './peopleStore.ts';

/** Returns the sessions for the console. A session whose key is revoked gives no access and is omitted. */
export function presentSessions(
  rows: readonly SessionRow[],
  { enrolled }: Pick<PersonRegistry, 'enrolled'>,
  ownTokenHash: Buffer,
): ConsoleCallData<'sessions'>['list'] {
  return rows.flatMap(({ tokenHash, keyId, startedAt, activeAt, bySignOn, ...shown }) => {
    const credential = enrolled.get(keyId)?.credential;
    if (!credential) return [];
    return {
      ...shown,
      signedInBy: bySignOn ? 'single_sign_on' : credential.kind,
      startedAt: startedAt.toISOString(),
      activeAt: activeAt.toISOString(),
      isThis: tokenHash.equals(ownTokenHash),
    };
  });
}
