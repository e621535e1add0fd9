import { z } from 'zod';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { ActionRight } from '../platform/persons/actionRight.ts';
import type { RootKey } from '../platform/persons/personRegistry.ts';
import type { RequestedAction } from '../platform/persons/requestedAction.ts';
import type { ApprovalThreshold, RulesReader, ThresholdContext } from './approvalThreshold.ts';
import type { ClerkContext, ClerkWrite } from './clerkContext.ts';
import type { CommandContext } from './command.ts';
import type { RequestOutcome, RequestResult } from './requests/requestOutcome.ts';
import type { OperatorRequest } from './requests/requestStore.ts';
import type { StatementAct } from './statements/signAndSaveStatement.ts';

/** The schema of an action's input, a text for each field. Optional fields have a default, so that executors find each field. */
export type InputSchema = z.ZodType<Readonly<Record<string, string>>>;

/** The kind of thing that a request's subject names. A request about an `order` is refused if there is no such order. */
export type SubjectKind = 'order' | 'buyer' | 'booking' | 'refund' | 'other';

/** A request whose input has been checked against the action's schema. */
export type ActionRequest<Schema extends InputSchema = InputSchema> = Omit<OperatorRequest, 'input'> & {
  readonly input: z.output<Schema>;
  readonly subjectKind: SubjectKind;
};

/** The request that a command makes. `action`: the name of another action, if it is not the command's own. */
export type CommandRequest = {
  readonly subject: string;
  readonly input: Readonly<Record<string, string>>;
  readonly action?: string;
};

/** Files that belong to a request and are signed by their hashes. */
export type RequestFiles = Pick<ThresholdContext, 'statement'> & {
  /** Stores the files in the transaction that inserts the request. */
  store(transaction: Transaction, requestId: number): Promise<void>;
};

/** Requests the action of a command. Its functions throw CommandError or ConfigurationError. */
export type ActionRequester = {
  /** Checks, signs and stores a request. */
  request(
    wanted: CommandRequest,
    files?: RequestFiles,
  ): Promise<{ readonly id: number; readonly needsSecondApproval: boolean }>;
  /** Requests the action; returns its outcome, or how to continue if a second person has to approve it. */
  requestAndWait(wanted: CommandRequest, files?: RequestFiles): Promise<string>;
  /** Returns how to get the second approval of a request. */
  formatApprovalHint(wanted: CommandRequest, requestId: number): Promise<string>;
};

/** How an action is requested on the command line. */
export type ActionCommand = {
  /** The arguments and options, as the help prints them. Every option that it names is accepted. */
  readonly usage: string;
  readonly about: string;
} & (
  | {
      /** Returns the request for these arguments. Throws CommandError. */
      read(context: CommandContext, args: readonly string[]): Promise<CommandRequest> | CommandRequest;
    }
  | {
      /** False if some of the command's uses only read. */
      readonly needsReason: boolean;
      /** For a command that does more than store one request. Returns what the command prints. */
      run(context: CommandContext, args: readonly string[], requester: ActionRequester): Promise<string>;
    }
);

/**
 * The contexts that an action's functions receive with the request. An action's module names the part that its actions need;
 * `operator/operatorAction.ts` names the whole.
 */
export type ActionContexts = {
  /** The context of the executor of this name. */
  readonly worker: unknown;
  readonly treasury: unknown;
  readonly disputes: unknown;
  /** The reader of the configuration that thresholds and checks receive. */
  readonly configured: unknown;
};

/** The contexts of an action that names none. */
type DefaultContexts = {
  readonly worker: unknown;
  readonly treasury: unknown;
  readonly disputes: unknown;
  readonly configured: RulesReader;
};
type CompleteContexts<Named extends Partial<ActionContexts>> = {
  readonly [Key in keyof ActionContexts]: Key extends keyof Named ? Named[Key] : DefaultContexts[Key];
};

type ActionProperties<Name extends string, Schema extends InputSchema, Contexts extends ActionContexts> = {
  /**
   * The name in signed statements, in rows of operator_requests and on the command line. It must not change after the first
   * release.
   */
  readonly name: Name;
  readonly subject: SubjectKind;
  readonly input: Schema;
  /** The roles that may request it, and those that may approve it. */
  readonly right: ActionRight;
  /** Returns the right for this input; undefined if no one may. Without this function, {@link right} applies. */
  rightFor?(input: Readonly<Record<string, string>>): ActionRight | undefined;
  /**
   * The rule that decides whether a second person has to approve. It is applied to the request and again before the execution.
   */
  readonly secondPerson: ApprovalThreshold<Contexts['configured']>;
  /** The result is encrypted for the person who requested it. */
  readonly isSealed?: true;
  /** Returns the title, which begins with a capital letter; the console shows it in every list of requests. */
  title(subject: string, input: z.output<Schema>): string;
  /** The effect on money, for docs/actions.md. */
  readonly money: string;
  /** Throws CommandError or ConfigurationError if the request would be refused later. */
  readonly check?: (
    context: CheckContext & { readonly configured: Contexts['configured'] },
    wanted: Pick<RequestedAction, 'subject' | 'input'>,
  ) => Promise<void>;
  /** Null if it is requested by the command of another action. */
  readonly command: ActionCommand | null;
};

export type CheckContext = {
  readonly database: Database;
  readonly rootKeys: readonly RootKey[];
  readonly isSandbox: boolean;
  /** The name of the person who requests it. */
  readonly who: string;
};

/** The executor of the action: the worker, or one of its tasks with a separate database role or schedule. */
type Execution<Schema extends InputSchema, Contexts extends ActionContexts> =
  | {
      readonly doneBy: 'worker';
      readonly execute: (context: Contexts['worker'], request: ActionRequest<Schema>) => Promise<RequestOutcome>;
    }
  | {
      /** Returns the write, which needs the clerk's database role. May throw the errors that `findRefusalText` converts. */
      readonly doneBy: 'clerk';
      readonly execute: (context: ClerkContext, request: ActionRequest<Schema>) => Promise<ClerkWrite>;
    }
  | {
      readonly doneBy: 'treasury';
      readonly execute: (
        context: Contexts['treasury'],
        request: ActionRequest<Schema>,
      ) => Promise<TreasuryWrite | 'later'>;
    }
  | {
      readonly doneBy: 'disputes';
      readonly execute: (
        context: Contexts['disputes'],
        request: ActionRequest<Schema>,
      ) => Promise<RequestResult | 'later'>;
    };

/** The label of the console's button, and the effect that its page describes. */
export type ActionButton = { readonly label: string; readonly effect: string };

export type TreasuryWrite = (transaction: Transaction) => Promise<RequestResult>;

export type Action<Name extends string = string, Contexts extends ActionContexts = DefaultContexts> = ActionProperties<
  Name,
  InputSchema,
  Contexts
> &
  Execution<InputSchema, Contexts>;
export type ActionExecutor = Action['doneBy'];

/** Returns {@link defineAction} for a module whose actions need these contexts. */
export function createActionDefiner<Named extends Partial<ActionContexts>>() {
  type Contexts = CompleteContexts<Named>;
  /**
   * Declares an action that people request: rights, second-person rule and execution. `button` returns the texts of the
   * console's button from the facts that the page has read. It is absent if the page composes the texts, such as those for the
   * order machine's next transition.
   */
  return function defineAction<
    const Name extends string,
    Schema extends InputSchema,
    Button extends ((facts: never) => ActionButton) | undefined = undefined,
  >(
    action: ActionProperties<Name, Schema, Contexts> & Execution<Schema, Contexts> & { readonly button?: Button },
  ): Action<Name, Contexts> & { readonly button: Button } {
    return action as unknown as Action<Name, Contexts> & { readonly button: Button };
  };
}

/** Declares an action that the clerk executes. */
export const defineAction = createActionDefiner<DefaultContexts>();

/** Returns the schema of an input that has exactly these fields, all of them required. */
export function fields<const Field extends string>(...names: readonly Field[]) {
  return z.strictObject(Object.fromEntries(names.map((name) => [name, z.string()])) as Record<Field, z.ZodString>);
}

/** Returns the schema of an optional field; an absent one equals the default. */
export const optional = (byDefault = '') => z.string().default(byDefault);

/** Returns the title of a request; the action's name and the subject if the input does not fit the action. */
export function formatActionTitle(
  action: Pick<Action, 'name' | 'input' | 'title'>,
  { subject, input }: Pick<RequestedAction, 'subject' | 'input'>,
): string {
  const read = action.input.safeParse(input);
  return read.success ? action.title(subject, read.data) : `${action.name} ${subject}`;
}

/** Returns the act of a statement that requests the action, and the roles that may sign it. */
export function buildRequestAct({ name, right }: Pick<Action, 'name' | 'right'>): StatementAct {
  return { name, requesters: right.requesters };
}

/** Returns who may request and approve the action with this input; undefined if no one may. */
export function findInputRight(
  action: Pick<Action, 'right' | 'rightFor'>,
  input: Readonly<Record<string, string>>,
): ActionRight | undefined {
  return action.rightFor ? action.rightFor(input) : action.right;
}
