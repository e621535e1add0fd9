import { type ConfigurationReader, createConfigurationReader } from '../../configuration/createConfigurationReader.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { RequestedAction } from '../../platform/persons/requestedAction.ts';
import type { BankFiles } from '../../providers/bank/bankPort.ts';
import type { Action } from '../action.ts';
import type { ImportedBankFile } from '../requests/requestFileStore.ts';
import type { NewRequest } from '../requests/requestStore.ts';

export type ThresholdContext = {
  readonly database: Queryable;
  /** The configuration, if the caller has read it once for many requests. */
  readonly configured?: ConfigurationReader | undefined;
  /** All requests signed together with this one, including itself; undefined if it was signed individually. */
  readonly together?: readonly RequestedAction[] | undefined;
  /** Only for a request to import. */
  readonly statement?: { readonly bankFiles: BankFiles; readonly file: ImportedBankFile } | undefined;
};

/** The rule that decides whether an action needs a second person. */
export type ApprovalThreshold = {
  /** For docs/actions.md: "never", "always", or the condition. */
  readonly when: string;
  /** Returns true if the request needs a second person. */
  holds(
    context: ThresholdContext & { readonly configured: ConfigurationReader },
    request: NewRequest,
  ): Promise<boolean> | boolean;
};

export const never: ApprovalThreshold = { when: 'never', holds: () => false };
/**
 * Always needs a second person, regardless of amount: for example to lift a legal freeze, to choose a payee, or to let a
 * partner act for buyers.
 */
export const always: ApprovalThreshold = { when: 'always', holds: () => true };

/** Returns true if a request needs a second person now. Called when it is made, and again before it is executed. */
export async function isApprovalNeeded(
  context: ThresholdContext,
  action: Action,
  request: NewRequest,
): Promise<boolean> {
  const { configured = createConfigurationReader(context.database) } = context;
  return action.secondPerson.holds({ ...context, configured }, request);
}
