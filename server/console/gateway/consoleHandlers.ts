import type {
  ConsoleCallData,
  ConsoleCallInput,
  ConsoleCallName,
  ConsoleCalls,
} from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import type { Credential } from '../../platform/persons/credential.ts';

/** Who has entered, with the rights that they have at this moment. */
export type ConsolePerson = {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly key: string;
  readonly credential: Credential;
};

/** The half of a session, or of a visit to the identity provider, that the browser holds. */
export type SessionCookie = {
  read(): string | undefined;
  set(token: string): void;
  clear(): void;
};

export type ConsoleVisitor = {
  /** Whoever has entered; `null` where nobody has, or the session is over or locked. */
  readonly person: ConsolePerson | null;
  readonly isLocked: boolean;
  readonly cookie: SessionCookie;
  /** Holds the secret of a visit to the identity provider, while there is one. */
  readonly signOnCookie: SessionCookie;
  readonly userAgent: string;
};

export type ConsoleCaller = ConsoleVisitor & { readonly person: ConsolePerson };

type Answer<Name extends ConsoleCallName> = Promise<ConsoleCallData<Name>>;

export type ConsoleHandler<Name extends ConsoleCallName> = ConsoleCalls[Name]['auth'] extends 'session'
  ? (input: ConsoleCallInput<Name>, caller: ConsoleCaller) => Answer<Name>
  : (input: ConsoleCallInput<Name>, visitor: ConsoleVisitor) => Answer<Name>;

export type ConsoleHandlers = { readonly [Name in ConsoleCallName]: ConsoleHandler<Name> };

/** The handlers of some calls, as one room of the console has them. */
export type ConsoleHandlersOf<Name extends ConsoleCallName> = Pick<ConsoleHandlers, Name>;
