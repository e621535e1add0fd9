import type { CommandContext } from '../../../action/command.ts';
import { CommandError } from '../../../action/commandError.ts';

/** The payee: a name, and an account without spaces. */
export type Creditor = { readonly name: string; readonly account: string };

/** Returns the values of `--name` and `--account`; empty if missing. */
export function readCreditor({ options }: Pick<CommandContext, 'options'>): Creditor {
  return { name: options['name'] ?? '', account: (options['account'] ?? '').replaceAll(' ', '') };
}

/** Like {@link readCreditor}. Throws CommandError if the name or the account is missing. */
export function requireCreditor(context: Pick<CommandContext, 'options'>): Creditor {
  const creditor = readCreditor(context);
  if (creditor.name === '' || creditor.account === '') throw new CommandError('give --name and --account');
  return creditor;
}

export function buildPayeeResult(refundId: string, { name, account }: Creditor): { readonly result: string } {
  return { result: `refund ${refundId} goes to ${name}, ${account}` };
}
