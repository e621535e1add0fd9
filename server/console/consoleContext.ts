import type { Settings } from '../configuration/settings.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { RootKey } from '../platform/persons/readPersons.ts';
import type { Keys } from '../platform/secrets.ts';
import type { PresentPersons } from './session/presentPersons.ts';
import type { SignOnProvider } from './signOn/openIdProvider.ts';

/** Somebody whom anybody may be: of the sandbox alone. `privateKey`: PKCS#8. */
export type SamplePerson = { readonly name: string; readonly privateKey: Buffer };

/** What the rooms of the console stand on. It reads, and adds what persons have signed: it does nothing itself. */
export type ConsoleContext = {
  /** With the operator's rights. */
  readonly database: Database;
  readonly keys: Keys;
  readonly rootKeys: readonly RootKey[];
  readonly persons: PresentPersons;
  /** What is configured at this moment. */
  readonly settings: () => Settings;
  /** Where the console is served: scheme, name, port. */
  readonly origin: string;
  /** Where buyers buy. */
  readonly publicUrl: string;
  readonly operatorName: string;
  /** No real money is here. */
  readonly isTest: boolean;
  readonly isSandbox: boolean;
  readonly samplePersons: readonly SamplePerson[];
  /** Undefined where people sign in by their passkeys only. */
  readonly signOn: SignOnProvider | undefined;
  /** By which browsers know whose pushes they take; undefined where nobody is told by push. */
  readonly pushKey: string | undefined;
  readonly auditAnchorFile: string | undefined;
  readonly explorerUrl: ((networkId: string, transactionId: string) => string) | undefined;
  readonly log: Log;
};
