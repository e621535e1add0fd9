import type { Statement } from '@slipway/contract/statements/statement.ts';
import { z } from 'zod';
import { isRequestAction, type RequestAction } from '../../operator/requestActions.ts';
import { AppError } from '../../platform/http/appError.ts';
import { actOf, type Requested } from '../../platform/persons/requested.ts';
import type { Act } from '../../platform/persons/rights.ts';

const wanted = z.strictObject({
  action: z.string().min(1).max(40),
  subject: z.string().min(1).max(200),
  input: z.record(z.string().max(40), z.string().max(16_384)),
});

/** What a statement asks for. */
export type Wish = Requested & { readonly action: RequestAction; readonly why: string; readonly act: Act };

/** Read out of the statement itself: nothing else that was sent counts. Throws `act_refused`. */
export function wishOf({ act, arguments: said, reason: why }: Statement): Wish {
  if (why.trim() === '') throw new AppError('act_refused', { reason: 'Say why it is done: it is kept for ever.' });
  const parsed = wanted.safeParse(said);
  if (!parsed.success || !isRequestAction(parsed.data.action) || actOf(parsed.data.action) !== act)
    throw new AppError('act_refused', { reason: `Nobody can ask for ${act} like this.` });
  const { action, subject, input } = parsed.data;
  return { act, action, subject, input, why };
}
