import type { CheckContext } from '../../action/action.ts';
import type { RulesReader } from '../../action/approvalThreshold.ts';
import type { CommandContext } from '../../action/command.ts';
import { CommandError } from '../../action/commandError.ts';
import type { RequestedAction } from '../../platform/persons/requestedAction.ts';
import { findBuyersByEmail } from '../buyerStore.ts';
import { readBuyerState } from './buyerStateStore.ts';
import { type BuyerAction, findBuyerActionProblem } from './findBuyerActionProblem.ts';

/** Returns the end of an account's id, for titles, which have no space for the whole id. */
export function shortenAccountId(account: string): string {
  return `…${account.slice(-7)}`;
}

/** Returns a function that throws CommandError if the account's state or the signed input does not permit the action. */
export function createBuyerCheck(action: BuyerAction) {
  return async (
    { database, configured }: CheckContext & { readonly configured: RulesReader },
    { subject, input }: Pick<RequestedAction, 'subject' | 'input'>,
  ) => {
    const { rules } = await configured.settings();
    const state = await readBuyerState(database, subject);
    const problem = state ? findBuyerActionProblem(action, state, rules, input) : 'There is no such account.';
    if (problem !== undefined) throw new CommandError(problem);
  };
}

/** Reads a command about an account, which is given by its id, or by its email address if only one open account has it. */
export async function readAccountCommand(
  context: Pick<CommandContext, 'database'>,
  [account = '']: readonly string[],
): Promise<{ readonly subject: string; readonly input: Readonly<Record<string, string>> }> {
  return { subject: await findAccountId(context, account), input: {} };
}

/** Reads a command about a legal hold, of an open or a closed account. */
export async function readLegalHoldCommand(
  context: Pick<CommandContext, 'database' | 'options'>,
  [account = '']: readonly string[],
): Promise<{ readonly subject: string; readonly input: Readonly<Record<string, string>> }> {
  return {
    subject: await findAccountId(context, account, { includesClosed: true }),
    input: { case: (context.options['case'] ?? '').trim() },
  };
}

/**
 * Returns the id of an account: the argument if it is no email address, otherwise the id of the only account with the address.
 * Signed statements are stored permanently and must not contain an address. Throws CommandError.
 */
export async function findAccountId(
  { database }: Pick<CommandContext, 'database'>,
  idOrEmail: string,
  { includesClosed = false }: { readonly includesClosed?: boolean } = {},
): Promise<string> {
  if (idOrEmail === '') throw new CommandError('give an account’s id, or the email address of a buyer');
  if (!idOrEmail.includes('@')) return idOrEmail;
  const [id, ...others] = await findBuyersByEmail(database, idOrEmail.toLowerCase(), { includesClosed });
  if (id === undefined) throw new CommandError('no buyer has this address');
  if (others.length > 0) throw new CommandError(`this address has several accounts: ${[id, ...others].join(', ')}`);
  return id;
}
