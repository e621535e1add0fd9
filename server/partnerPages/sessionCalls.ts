import { endMemberSession } from '../partner/members/memberStore.ts';
import { sha256 } from '../platform/secrets.ts';
import { createJoinOptions, createLoginOptions, joinMember, logInMember, presentMember } from './memberLogin.ts';
import type { PartnerPageHandlers } from './partnerPageHandlers.ts';
import type { PartnerPagesContext } from './partnerPagesContext.ts';

type SessionCall = 'start' | 'logInOptions' | 'logIn' | 'logOut' | 'joinOptions' | 'join';

/** Handlers for invitations, login and logout. */
export function sessionCalls(context: PartnerPagesContext): Pick<PartnerPageHandlers, SessionCall> {
  const { database, operatorName, isPlayMoney } = context;
  return {
    start: async (_input, { caller }) => ({
      operatorName,
      mode: isPlayMoney ? 'test' : 'live',
      member: caller && presentMember(caller.member),
      partner: caller && { id: caller.partner.id, name: caller.partner.name, enabled: caller.partner.enabled },
    }),
    logInOptions: (_input, { loginCookie }) => createLoginOptions(context, loginCookie),
    logIn: (input, visitor) => logInMember(context, input, visitor),
    logOut: async (_input, { cookie }) => {
      const token = cookie.read();
      if (token) await endMemberSession(database, sha256(token));
      cookie.clear();
      return {};
    },
    joinOptions: (input) => createJoinOptions(context, input),
    join: (input, visitor) => joinMember(context, input, visitor),
  };
}
