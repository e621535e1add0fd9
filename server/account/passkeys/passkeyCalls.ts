import type { Handlers } from '../../platform/http/handlers.ts';
import { type LoginContext, openBuyerSession } from '../login/login.ts';
import { presentUserInfo } from '../login/presentUserInfo.ts';
import { requireRecentProof } from '../sessions/requireRecentProof.ts';
import { type AddPasskeyContext, addPasskey, createPasskeyOptions } from './addPasskey.ts';
import { createPasskeyChallenge, verifyPasskeyAnswer } from './passkeyAnswer.ts';
import { deletePasskey } from './passkeyStore.ts';

type PasskeyCall = 'passkeyOptions' | 'passkeyLogin' | 'newPasskeyOptions' | 'addPasskey' | 'delPasskey';

export function passkeyCalls(context: LoginContext & AddPasskeyContext): Pick<Handlers, PasskeyCall> {
  return {
    async passkeyOptions(_input, { cookies }) {
      return { data: { ...(await createPasskeyChallenge(context, cookies)) } };
    },

    async passkeyLogin({ passkey }, caller) {
      const { cookies } = caller;
      const now = await context.database.now();
      const opened = await openBuyerSession(context, caller, 'passkeyLogin', async (transaction) => {
        const { buyerId } = await verifyPasskeyAnswer(context, transaction, passkey, { cookies, now });
        return buyerId;
      });
      return { data: presentUserInfo(opened) };
    },

    async newPasskeyOptions(_input, { session }) {
      return { data: { ...(await createPasskeyOptions(context, session)) } };
    },

    async addPasskey({ passkey }, caller) {
      await addPasskey(context, passkey, caller);
      return { data: {} };
    },

    async delPasskey({ passkeyId }, { session }) {
      requireRecentProof(session);
      await deletePasskey(context.database, session.buyerId, passkeyId);
      return { data: {} };
    },
  };
}
