import type { Role } from '@slipway/contract/entities/roles.ts';
import type { Database } from '../platform/database/database.ts';
import type { PersonKey } from '../platform/persons/personKey.ts';
import type { RootKey } from '../platform/persons/personRegistry.ts';
import type { Keys } from '../platform/secrets.ts';
import type { BankFiles } from '../providers/bank/bankPort.ts';
import type { AnswerKeys } from './answerKeyFiles.ts';
import type { ClerkContext } from './clerkContext.ts';

export type CommandContext = {
  readonly database: Database;
  readonly bankFiles: BankFiles;
  /** The clerk's context, if CLERK_DATABASE_URL is set: the clerk's actions then need no worker. */
  readonly clerk?: ClerkContext | undefined;
  /** Derived from SLIPWAY_SECRET, if that is set. Few commands need the keys. */
  readonly keys?: Keys | undefined;
  /** The product's URL, if set. */
  readonly publicUrl?: string | undefined;
  /** True in the sandbox: partners' addresses may be on this machine. */
  readonly isSandbox: boolean;
  /** AUDIT_ANCHOR_FILE, if set. */
  readonly auditAnchorFile?: string | undefined;
  /** The first admins, whom the host names: OPERATOR_ROOT_KEYS. */
  readonly rootKeys: readonly RootKey[];
  /** The key with which the person at the command line signs. */
  readonly signer: PersonKey;
  readonly answerKeys: AnswerKeys;
  /** The name of the key's owner, and the reason: `--why`. */
  readonly who: string;
  readonly why: string;
  /** Further `--name value` options. */
  readonly options: Readonly<Record<string, string>>;
};

/** A command of the command line. */
export type Command = {
  readonly usage: string;
  readonly about: string;
  /** The roles that may run it. */
  readonly roles: readonly Role[];
  /**
   * Set if the command changes something and needs a reason. `asks`: it signs a request, which is checked again before the
   * execution. `does`: it changes people, and the typed command is signed and stored before the execution.
   */
  readonly decides?: 'asks' | 'does';
  /** Returns the text to print. Throws {@link CommandError} or ConfigurationError with what to do instead. */
  run(context: CommandContext, args: readonly string[]): Promise<string>;
};
