import type { CallData } from '@slipway/contract/calls.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { currentDraft } from '../draft/draft.ts';

/** Requests the outcome of the buyer's details, and names the quote of the purchase if there is one. */
export function requestUserStatus(options: CallOptions): Promise<CallData<'userStatus'>> {
  const { quoteToken } = currentDraft();
  return call('userStatus', quoteToken === '' ? {} : { token: quoteToken }, options);
}
