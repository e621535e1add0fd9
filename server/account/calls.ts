import type { CallData } from '@slipway/contract/calls.ts';
import type { Partners } from '../partner/partner.ts';
import { AppError } from '../platform/http/appError.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import accountNatures from './accountNatures.json' with { type: 'json' };
import { addDetails, type DetailsContext } from './details/addDetails.ts';
import { findProfile, type ProfileOutcome } from './details/profileStore.ts';
import { RESEND_SECONDS } from './login/codeLimits.ts';
import { type LoginContext, login } from './login/login.ts';
import { isMintedToken, redeemMintedToken } from './login/mintToken.ts';
import { presentUserInfo } from './login/presentUserInfo.ts';
import { sendCode } from './login/sendCode.ts';
import { endBuyerSessions, endSession } from './sessions/sessionStore.ts';

type LoginCall = 'sendCode' | 'login' | 'authInfo' | 'expAuth';
type ProfileCall = 'userStatus' | 'addKyc' | 'getKycInfo' | 'getNatureList';

const isKycByOutcome: Readonly<Record<ProfileOutcome, CallData<'userStatus'>['isKyc']>> = {
  approved: '1',
  refused: '2',
  under_review: '3',
};

export function loginCalls(context: LoginContext & { readonly partners: () => Partners }): Pick<Handlers, LoginCall> {
  return {
    async sendCode(input, caller) {
      await sendCode(context, input, caller);
      return { data: { resendAfter: RESEND_SECONDS } };
    },

    async login(input, caller) {
      return { data: presentUserInfo(await login(context, input, caller)) };
    },

    async authInfo({ origin }, caller) {
      const { session, authToken } = caller;
      if (isMintedToken(authToken))
        return { data: presentUserInfo(await redeemMintedToken(context, authToken, origin, caller)) };
      if (!session) throw new AppError('invalid_auth_token');
      return { data: presentUserInfo({ authToken, expiresAt: session.expiresAt, buyer: session }) };
    },

    async expAuth({ everywhere }, { session, cookies }) {
      if (session)
        await (everywhere
          ? endBuyerSessions(context.database, session.buyerId)
          : endSession(context.database, session.id));
      cookies.clear('session');
      return { data: {} };
    },
  };
}

export function profileCalls(context: DetailsContext): Pick<Handlers, ProfileCall> {
  return {
    async userStatus(_input, { session }) {
      const profile = await findProfile(context.database, session.buyerId);
      return { data: { isKyc: profile ? isKycByOutcome[profile.outcome] : '0', kyc_level: session.kycLevel } };
    },

    async addKyc(input, { session }) {
      if (!accountNatures.some(({ id }) => id === input.purpose)) {
        throw new AppError('malformed', { field: 'purpose', problem: 'is not one of getNatureList' });
      }
      const { outcome, level } = await addDetails(context, input, session);
      return { data: { isKyc: isKycByOutcome[outcome], kyc_level: level } };
    },

    async getKycInfo(_input, { session }) {
      const profile = await findProfile(context.database, session.buyerId);
      if (!profile)
        return {
          data: {
            isKyc: '0',
            firstName: '',
            lastName: '',
            birthDate: '',
            citizenship: '',
            city: '',
            purpose: '',
            phone: '',
          },
        };
      const { outcome, ...details } = profile;
      return {
        data: {
          isKyc: isKycByOutcome[outcome],
          ...details,
          lastName: `${Array.from(details.lastName)[0] ?? ''}•••`,
          birthDate: `${details.birthDate.slice(0, 4)}-••-••`,
          phone: `•••• ${details.phone.slice(-4)}`,
        },
      };
    },

    async getNatureList() {
      return { data: accountNatures };
    },
  };
}
