import type { Settings } from '../configuration/settings.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { RootKey } from '../platform/persons/personRegistry.ts';
import type { Keys } from '../platform/secrets.ts';
import type { PeopleReader } from './session/peopleReader.ts';
import type { SignOnProvider } from './signOn/openIdProvider.ts';

/** A sample person, in the sandbox only, as whom any visitor may log in. `privateKey` is PKCS#8. */
export type SamplePerson = { readonly name: string; readonly privateKey: Buffer };

/**
 * The dependencies of the console's handlers. The console reads, and stores signed statements and its own rows, such as
 * sessions and notes; it executes no action.
 */
export type ConsoleContext = {
  /** With the operator's database role. */
  readonly database: Database;
  readonly keys: Keys;
  readonly rootKeys: readonly RootKey[];
  readonly persons: PeopleReader;
  /** Returns the current settings. */
  readonly settings: () => Settings;
  /** The console's origin: scheme, host, port. */
  readonly origin: string;
  /** URL of the buyers' site. */
  readonly publicUrl: string;
  readonly operatorName: string;
  /** True if no real money is used. */
  readonly isTest: boolean;
  readonly isSandbox: boolean;
  readonly samplePersons: readonly SamplePerson[];
  /** Undefined if single sign-on is not configured. */
  readonly signOn: SignOnProvider | undefined;
  /** VAPID public key for browser subscriptions; undefined if push is not configured. */
  readonly pushKey: string | undefined;
  readonly auditAnchorFile: string | undefined;
  readonly explorerUrl: ((networkId: string, transactionId: string) => string) | undefined;
  readonly log: Log;
};
