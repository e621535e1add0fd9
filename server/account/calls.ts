import type { CallData } from '@slipway/contract/calls.ts';
import { AppError } from '../platform/http/appError.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { randomToken } from '../platform/secrets.ts';
import type { Chains } from '../providers/chain/chains.ts';
import { checkAddress } from '../purchase/address/checkAddress.ts';
import type { AddressScreening } from '../purchase/address/screening.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import accountNatures from './accountNatures.json' with { type: 'json' };
import { addDetails, type DetailsContext } from './addDetails.ts';
import { listAddresses, saveAddress } from './addressBookStore.ts';
import { findBillingAddress } from './billingStore.ts';
import { type LoginContext, login, sendCode } from './login.ts';
import { RESEND_SECONDS } from './loginCode.ts';
import { findProfile, type ProfileOutcome } from './profileStore.ts';
import { listSavedCards } from './savedCardStore.ts';
import { endAllSessions, endSession } from './sessionStore.ts';

export type AccountContext = LoginContext &
  DetailsContext & { readonly catalog: Catalog; readonly chains: Chains; readonly screening: AddressScreening };

type LoginCall = 'sendCode' | 'login' | 'authInfo' | 'expAuth';
type ProfileCall = 'userStatus' | 'addKyc' | 'getKycInfo' | 'getNatureList';
type WalletCall = 'cardList' | 'getBillingAddress' | 'address' | 'addCryptoAddress';

const outcomes: Readonly<Record<ProfileOutcome, CallData<'userStatus'>['isKyc']>> = {
  approved: '1',
  refused: '2',
  under_review: '3',
};

export function loginCalls(context: LoginContext): Pick<Handlers, LoginCall> {
  return {
    async sendCode({ email }, caller) {
      await sendCode(context, email, caller);
      return { data: { resendAfter: RESEND_SECONDS } };
    },

    async login(input, caller) {
      const { authToken, expiresAt, buyer } = await login(context, input, caller);
      return { data: { authToken, expTime: epochSeconds(expiresAt), kyc_level: buyer.kycLevel, email: buyer.email } };
    },

    async authInfo(_input, { session, authToken }) {
      return {
        data: {
          authToken,
          expTime: epochSeconds(session.expiresAt),
          kyc_level: session.kycLevel,
          email: session.email,
        },
      };
    },

    async expAuth({ everywhere }, { session, cookies }) {
      if (session)
        await (everywhere
          ? endAllSessions(context.database, session.buyerId)
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
      return { data: { isKyc: profile ? outcomes[profile.outcome] : '0', kyc_level: session.kycLevel } };
    },

    async addKyc(input, { session }) {
      if (!accountNatures.some(({ id }) => id === input.purpose)) {
        throw new AppError('malformed', { field: 'purpose', problem: 'is not one of getNatureList' });
      }
      const { outcome, level } = await addDetails(context, input, session);
      return { data: { isKyc: outcomes[outcome], kyc_level: level } };
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
          isKyc: outcomes[outcome],
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

export function walletCalls(context: AccountContext): Pick<Handlers, WalletCall> {
  const { database } = context;
  return {
    async cardList(_input, { session }) {
      const cards = await listSavedCards(database, session.buyerId);
      return {
        data: cards.map(({ id, brand, last4, expiryMonth, expiryYear }) => ({
          cardId: id,
          brand,
          last4,
          expiryMonth,
          expiryYear,
        })),
      };
    },

    async getBillingAddress(_input, { session }) {
      return { data: (await findBillingAddress(database, session.buyerId)) ?? null };
    },

    async address({ getCurrency }, { session }) {
      return { data: await listAddresses(database, session.buyerId, getCurrency) };
    },

    async addCryptoAddress({ crypto: cryptoId, address, name }, { session }) {
      const crypto = context.catalog.cryptos.get(cryptoId);
      if (!crypto) throw new AppError('receive_currency_unsupported');
      const verdict = checkAddress(context, crypto, address);
      if (!verdict.valid) throw new AppError('address_invalid');
      const saved = {
        addressId: `adr_${randomToken()}`,
        crypto: crypto.id,
        network: crypto.network.id,
        address: verdict.normalized,
        name,
      };
      return { data: await saveAddress(database, session.buyerId, saved) };
    },
  };
}

function epochSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
