import type { PasskeyVerification } from '../account/passkeys/verifyPasskey.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';

/** The dependencies of the handlers for the partner pages. */
export type PartnerPagesContext = PasskeyVerification & {
  readonly database: Database;
  /** True if nothing real can be bought at this installation. */
  readonly isPlayMoney: boolean;
  readonly log: Log;
};
