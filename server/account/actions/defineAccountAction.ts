import { createActionDefiner } from '../../action/action.ts';
import type { MailTranslationSource } from '../../notification/mailTranslations.ts';
import type { Rules } from '../../platform/config/rules.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Keys } from '../../platform/secrets.ts';

/** The context for locking an account, and for checking that an action is possible. */
export type AccountLockContext = { readonly database: Database; readonly keys: Keys; readonly rules: Rules };

export type AccountActionContext = AccountLockContext & {
  /** The texts of emails to buyers. */
  readonly mailTranslations: MailTranslationSource;
  readonly operatorName: string;
  readonly publicUrl: string;
};

export const defineAccountAction = createActionDefiner<{
  readonly worker: AccountActionContext;
}>();
