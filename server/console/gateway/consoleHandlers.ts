import type {
  ConsoleCallData,
  ConsoleCallInput,
  ConsoleCallName,
  ConsoleCalls,
} from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import type { Credential } from '../../platform/persons/credential.ts';

/** The logged-in person, with their current rights. */
export type ConsolePerson = {
  readonly name: string;
  readonly roles: readonly Role[];
  readonly key: string;
  readonly credential: Credential;
};

/** The cookie of a session, or of a sign-on in progress. */
export type SessionCookie = {
  read(): string | undefined;
  set(token: string): void;
  clear(): void;
};

export type ConsoleVisitor = {
  /** Null if not logged in, or if the session has ended or is locked. */
  readonly person: ConsolePerson | null;
  readonly isLocked: boolean;
  readonly cookie: SessionCookie;
  /** Holds the secret of a sign-on in progress at the identity provider. */
  readonly signOnCookie: SessionCookie;
  readonly userAgent: string;
};

export type ConsoleCaller = ConsoleVisitor & { readonly person: ConsolePerson };

type Answer<Name extends ConsoleCallName> = Promise<ConsoleCallData<Name>>;

export type ConsoleHandler<Name extends ConsoleCallName> = ConsoleCalls[Name]['auth'] extends 'session'
  ? (input: ConsoleCallInput<Name>, caller: ConsoleCaller) => Answer<Name>
  : (input: ConsoleCallInput<Name>, visitor: ConsoleVisitor) => Answer<Name>;

export type ConsoleHandlers = { readonly [Name in ConsoleCallName]: ConsoleHandler<Name> };

/** The handlers of the named calls. */
export type ConsoleHandlersFor<Name extends ConsoleCallName> = Pick<ConsoleHandlers, Name>;
