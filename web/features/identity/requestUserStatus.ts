import type { CallData } from '@slipway/contract/calls.ts';
import { type CallOptions, call } from '../../api/call.ts';
import { getDraft } from '../draft/draft.ts';

/** Requests the status of the buyer's details. Sends the token of the purchase's quote if there is one. */
export function requestUserStatus(options: CallOptions): Promise<CallData<'userStatus'>> {
  const { quoteToken } = getDraft();
  return call('userStatus', quoteToken === '' ? {} : { token: quoteToken }, options);
}
