import type { CallBeside, CallData, CallInput, CallName, Calls } from '@slipway/contract/calls.ts';

/** The buyer's session that came with a call. */
export type Session = {
  readonly id: number;
  readonly buyerId: string;
  readonly email: string;
  readonly kycLevel: number;
  /** Two persons have said what level counts for a time: a document changes nothing meanwhile. */
  readonly isLevelSet?: boolean;
  /** The partner whose account of the buyer it is; its orders are that partner's. */
  readonly partnerId: string;
  readonly expiresAt: Date;
  /** Whether the buyer has given a code or a passkey within the last minutes. A login that a partner minted is none. */
  readonly isProved: boolean;
};

/** Who calls, and from where. */
export type Caller = {
  readonly session: Session | null;
  /** Hash of the guest's cookie; by it a guest's orders are theirs until a login claims them. */
  readonly guestHash: Buffer | null;
  /** The IP address in its one form; empty where a proxy sent none. */
  readonly address: string;
  /** ISO 3166 code of the place of the caller's IP, or the operator's `DEFAULT_COUNTRY`. */
  readonly country: string;
  /** Whether the country is a place that is known, and no assumption. */
  readonly isPlaced: boolean;
  readonly locale: string;
  /** As the browser sent it; empty when it sent none. */
  readonly userAgent: string;
  /** Cookies of this request, and those that the answer shall set. */
  readonly cookies: CookieJar;
  /** As sent with this call; empty when none was. */
  readonly authToken: string;
};

export type CookieName = 'session' | 'guest' | 'login' | 'device';

export type CookieJar = {
  read(name: CookieName): string | undefined;
  /** HttpOnly, SameSite=Lax, and Secure with the `__Host-` prefix over HTTPS. */
  set(name: CookieName, value: string, maxAgeSeconds: number): void;
  clear(name: CookieName): void;
};

/** A call whose auth is `required` always gets a session. */
type CallerOf<Name extends CallName> = Calls[Name]['auth'] extends 'required'
  ? Caller & { readonly session: Session }
  : Caller;

/** To be saved by whoever asked, under this name. Its media type is the contract's. */
export type FileAnswer = { readonly name: string; readonly content: Uint8Array };

/** What a handler gives back: the data, or with fields beside it in the envelope, or with a message, or a file in its place. */
export type Reply<Name extends CallName> = {
  readonly data: CallData<Name>;
  readonly beside?: CallBeside<Name>;
  readonly message?: string;
  readonly file?: FileAnswer;
};

export type Handler<Name extends CallName> = (input: CallInput<Name>, caller: CallerOf<Name>) => Promise<Reply<Name>>;

export type Handlers = { readonly [Name in CallName]: Handler<Name> };
