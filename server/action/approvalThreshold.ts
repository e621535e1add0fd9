import type { Rules } from '../platform/config/rules.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { RequestedAction } from '../platform/persons/requestedAction.ts';
import type { BankFiles } from '../providers/bank/bankPort.ts';
import type { ImportedBankFile } from './requests/requestFileStore.ts';
import type { NewRequest } from './requests/requestStore.ts';

/** The rules of the configuration, read when they are first needed. */
export type RulesReader = { settings(): Promise<{ readonly rules: Rules }> };

export type ThresholdContext = {
  readonly database: Queryable;
  /** All requests signed together with this one, including itself; undefined if it was signed individually. */
  readonly together?: readonly RequestedAction[] | undefined;
  /** Only for a request to import. */
  readonly statement?: { readonly bankFiles: BankFiles; readonly file: ImportedBankFile } | undefined;
};

/** The rule that decides whether an action needs a second person. `Configured`: what it reads of the configuration. */
export type ApprovalThreshold<Configured = RulesReader> = {
  /** For docs/actions.md: "never", "always", or the condition. */
  readonly when: string;
  /** Returns true if the request needs a second person. */
  readonly holds: (
    context: ThresholdContext & { readonly configured: Configured },
    request: NewRequest,
  ) => Promise<boolean> | boolean;
};

export const never: ApprovalThreshold<unknown> = { when: 'never', holds: () => false };
/**
 * Always needs a second person, regardless of amount: for example to lift a legal freeze, to choose a payee, or to let a
 * partner act for buyers.
 */
export const always: ApprovalThreshold<unknown> = { when: 'always', holds: () => true };
