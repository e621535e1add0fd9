import type {
  PartnerPageCallData,
  PartnerPageCallInput,
  PartnerPageCallName,
  PartnerPageCalls,
} from '@slipway/contract/partnerPageCalls.ts';
import type { KnownPartner } from '../configuration/readKnownPartners.ts';
import type { Member } from '../partner/members/memberStore.ts';

/** A cookie that scripts cannot read. */
export type MemberCookie = { read(): string | undefined; set(token: string): void; clear(): void };

export type PartnerPageVisitor = {
  /** Null if not logged in, or if the session has ended. */
  readonly caller: Pick<PartnerPageCaller, 'member' | 'partner'> | null;
  /** Holds the token of the session. */
  readonly cookie: MemberCookie;
  /** Binds a login to the browser that requested its challenge. */
  readonly loginCookie: MemberCookie;
};

/** A logged-in member, whose partner is the only one that handlers read. */
export type PartnerPageCaller = { readonly member: Member; readonly partner: KnownPartner };

type Answer<Name extends PartnerPageCallName> = Promise<PartnerPageCallData<Name>>;

type PartnerPageHandler<Name extends PartnerPageCallName> = PartnerPageCalls[Name]['auth'] extends 'session'
  ? (input: PartnerPageCallInput<Name>, caller: PartnerPageCaller) => Answer<Name>
  : (input: PartnerPageCallInput<Name>, visitor: PartnerPageVisitor) => Answer<Name>;

export type PartnerPageHandlers = { readonly [Name in PartnerPageCallName]: PartnerPageHandler<Name> };
