import type { CallData, CallEnvelopeFields, CallInput, CallName, Calls } from '@slipway/contract/calls.ts';

/** The buyer's session of a call. */
export type Session = {
  readonly id: number;
  readonly buyerId: string;
  readonly email: string;
  readonly kycLevel: number;
  /** Two people have set the level for a time: a document does not change it meanwhile. */
  readonly isLevelSet?: boolean;
  /** The partner to which this account of the buyer belongs; its orders are that partner's. */
  readonly partnerId: string;
  readonly expiresAt: Date;
  /** True if the buyer has given a code or a passkey within the last minutes. A login minted by a partner does not count. */
  readonly isProved: boolean;
};

/** The caller and its location. */
export type Caller = {
  readonly session: Session | null;
  /** Hash of the guest cookie, which identifies a guest's orders until a login claims them. */
  readonly guestHash: Buffer | null;
  /** The normalized IP address; empty if a proxy sent none. */
  readonly address: string;
  /** ISO 3166 code of the IP's country, or the operator's `DEFAULT_COUNTRY`. */
  readonly country: string;
  /** True if the country is known, false if it is assumed. */
  readonly isCountryKnown: boolean;
  readonly locale: string;
  /** As sent by the browser; empty if absent. */
  readonly userAgent: string;
  /** Cookies of this request, and those to set in the answer. */
  readonly cookies: CookieJar;
  /** As sent with this call; empty if absent. */
  readonly authToken: string;
};

export type CookieName = 'session' | 'guest' | 'login' | 'device';

export type CookieJar = {
  read(name: CookieName): string | undefined;
  /** HttpOnly, SameSite=Lax, and Secure with the `__Host-` prefix over HTTPS. */
  set(name: CookieName, value: string, maxAgeSeconds: number): void;
  clear(name: CookieName): void;
};

/** The caller of a call: always with a session if its auth is `required`. */
type CallerByAuth<Name extends CallName> = Calls[Name]['auth'] extends 'required'
  ? Caller & { readonly session: Session }
  : Caller;

/** A download with this file name. The contract defines its media type. */
export type FileAnswer = { readonly name: string; readonly content: Uint8Array };

/** A handler's result: the data, optionally with further envelope fields, a message, or a file instead. */
export type Reply<Name extends CallName> = {
  readonly data: CallData<Name>;
  readonly extraFields?: CallEnvelopeFields<Name>;
  readonly message?: string;
  readonly file?: FileAnswer;
};

export type Handler<Name extends CallName> = (
  input: CallInput<Name>,
  caller: CallerByAuth<Name>,
) => Promise<Reply<Name>>;

export type Handlers = { readonly [Name in CallName]: Handler<Name> };
