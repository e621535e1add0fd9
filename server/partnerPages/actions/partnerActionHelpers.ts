import { type ActionRequest, type ActionRequester, type CheckContext, optional } from '../../action/action.ts';
import { createAnswerKey, encryptAnswer } from '../../action/answerKey.ts';
import type { CommandContext } from '../../action/command.ts';
import { CommandError } from '../../action/commandError.ts';
import { requirePartner } from '../../configuration/requirePartner.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { RequestedAction } from '../../platform/persons/requestedAction.ts';

export async function checkPartner(
  { database }: CheckContext,
  { subject }: Pick<RequestedAction, 'subject'>,
): Promise<void> {
  await requirePartner(database, subject);
}

export async function auditPartner(
  transaction: Transaction,
  { who, why, approvedBy, action, subject }: ActionRequest,
  after: unknown,
): Promise<void> {
  const line = { who, why, approvedBy, action, subject: `partner ${subject}`, before: null, after };
  await appendAuditLine(transaction, line);
}

/** The fields of a request for a secret: whether the former secret ends at once, and the key that encrypts the answer. */
export const secretFields = { atOnce: optional('no'), answerKey: optional() };

export function isAtOnce({ input }: { readonly input: { readonly atOnce: string } }): boolean {
  return input.atOnce === 'yes';
}

export function formatSecretEnding({ atOnce }: { readonly atOnce: string }): string {
  return atOnce === 'yes' ? ', and end the previous one immediately' : '';
}

/** Encrypts an answer for the person who requested it, with the request's public key. Throws CommandError if there is none. */
export async function encryptAnswerLines(
  { input }: { readonly input: { readonly answerKey: string } },
  lines: readonly string[],
): Promise<string> {
  return encryptAnswer(input.answerKey, lines.join('\n')).catch(() => {
    throw new CommandError('the request has no key to encrypt the answer with: request it again');
  });
}

/** Returns the input field for the option `--at-once`. */
export function readAtOnce({ options }: Pick<CommandContext, 'options'>): { readonly atOnce: 'yes' | 'no' } {
  return { atOnce: options['at-once'] === 'yes' ? 'yes' : 'no' };
}

/**
 * Requests a partner's next secret, or a link that gives access. The key that decrypts the answer stays on the requester's
 * machine until the answer is collected, after a second person has approved the request.
 */
export async function requestPartnerSecret(
  context: CommandContext,
  requester: ActionRequester,
  id: string,
  input: Readonly<Record<string, string>>,
): Promise<string> {
  await requirePartner(context.database, id);
  const key = await createAnswerKey();
  const wanted = { subject: id, input: { ...input, answerKey: key.publicKey } };
  await context.answerKeys.save(key);
  try {
    const { id: request } = await requester.request(wanted);
    return `${await requester.formatApprovalHint(wanted, request)}\nThen collect it: npm run operate -- collect ${request}`;
  } catch (error) {
    await context.answerKeys.forget(key.publicKey);
    throw error;
  }
}
