import type { Handlers } from '../../platform/http/handlers.ts';
import { type LoginContext, openAccount } from '../login.ts';
import { userInfoOf } from '../presentUser.ts';
import { requireProved } from '../requireProved.ts';
import { type AddPasskeyContext, addPasskey, newPasskeyOptions } from './addPasskey.ts';
import { askPasskey, redeemAnswer } from './answerPasskey.ts';
import { deletePasskey } from './passkeyStore.ts';

type PasskeyCall = 'passkeyOptions' | 'passkeyLogin' | 'newPasskeyOptions' | 'addPasskey' | 'delPasskey';

export function passkeyCalls(context: LoginContext & AddPasskeyContext): Pick<Handlers, PasskeyCall> {
  return {
    async passkeyOptions(_input, { cookies }) {
      return { data: { ...(await askPasskey(context, cookies)) } };
    },

    async passkeyLogin({ passkey }, caller) {
      const { cookies } = caller;
      const now = await context.database.now();
      const opened = await openAccount(context, caller, 'passkeyLogin', async (transaction) => {
        const { buyerId } = await redeemAnswer(context, transaction, passkey, { cookies, now });
        return buyerId;
      });
      return { data: userInfoOf(opened) };
    },

    async newPasskeyOptions(_input, { session }) {
      return { data: { ...(await newPasskeyOptions(context, session)) } };
    },

    async addPasskey({ passkey }, caller) {
      await addPasskey(context, passkey, caller);
      return { data: {} };
    },

    async delPasskey({ passkeyId }, { session }) {
      requireProved(session);
      await deletePasskey(context.database, session.buyerId, passkeyId);
      return { data: {} };
    },
  };
}
