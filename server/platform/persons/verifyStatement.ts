import type { Role } from '@slipway/contract/entities/roles.ts';
import { canonicalJson, type Json } from '@slipway/contract/statements/canonicalJson.ts';
import { type Statement } from '@slipway/contract/statements/statement.ts';
import { isSignedInBatch, mayApproveTogether, maySignTogether, readBatchSignature } from './batchSignature.ts';
import { isSignedBy } from './credential.ts';
import type { Person, PersonRegistry } from './personRegistry.ts';
import { encodeSignedText, hashStatement, parseStatement, type SignedStatement } from './statement.ts';

/** Reasons to refuse a statement, with the text for operators. */
export const statementRefusals = {
  unsigned: 'no one has signed it',
  malformed: 'it is not a valid statement',
  persons_broken: 'statements about people were removed from the database',
  unknown_key: 'its key belongs to no one',
  revoked_key: 'its key was revoked',
  forged: 'its signature does not match it',
  signed_in_batch: 'it was signed together with others and must be signed separately',
  wrong_person: 'its key belongs to another person',
  wrong_role: 'the person’s roles do not allow it',
  unknown_previous: 'it is based on statements about people that are unknown here',
  future: 'it is dated in the future',
  expired: 'it has expired',
  replayed: 'it was already executed',
  cancelled: 'it was rejected or withdrawn',
  too_far: 'it is scheduled further ahead than allowed',
  edited: 'it differs from what is requested',
  second_missing: 'the second approval is missing',
  same_person: 'the requester and the approver are the same person',
} as const satisfies Readonly<Record<string, string>>;

export type StatementRefusal = keyof typeof statementRefusals;

/** How long statements are valid, in milliseconds. */
export type StatementLifetimes = {
  /** Longest time from the request to the second person's approval; after it the request lapses. */
  readonly answered: number;
  /** Longest time from the last required statement, or the signed start time, to the execution. */
  readonly done: number;
};

const DAY_MS = 24 * 60 * 60_000;

export const statementLifetimesMs: StatementLifetimes = {
  answered: DAY_MS,
  /** Long, since a vendor may be unavailable. */
  done: DAY_MS,
};

/** Lifetimes of statements that hold until revoked, such as an allowed withdrawal address. */
export const UNLIMITED_LIFETIMES: StatementLifetimes = {
  answered: Number.POSITIVE_INFINITY,
  done: Number.POSITIVE_INFINITY,
};

/** Maximum delay of a scheduled execution after the request. */
export const MAX_SCHEDULE_DELAY_MS = 30 * DAY_MS;

/** Tolerated clock skew between two machines. */
const MAX_CLOCK_SKEW_MS = 2 * 60_000;

export type StatementVerification =
  | { readonly kind: 'ok'; readonly statement: Statement; readonly person: Person; readonly hash: string }
  | { readonly kind: 'refused'; readonly reason: StatementRefusal };

export type StatementVerificationContext = {
  readonly persons: PersonRegistry;
  readonly now: Date;
  readonly lifetimeMs: number;
  /** Roles that may sign the statement. */
  readonly by: readonly Role[];
};

/** Checks that an enrolled person with a permitted role has signed this recently. Pure: the caller must check for replays. */
export function verifyStatement(signed: SignedStatement, context: StatementVerificationContext): StatementVerification {
  const { persons, now, lifetimeMs, by } = context;
  if (persons.brokenAt !== undefined) return refused('persons_broken');
  const statement = parseStatement(signed.text);
  if (!statement) return refused('malformed');
  const person = persons.enrolled.get(statement.key);
  if (!person) return refused(persons.former.has(statement.key) ? 'revoked_key' : 'unknown_key');
  if (readBatchSignature(signed.signature)) {
    if (!maySignTogether(statement.act)) return refused('signed_in_batch');
    if (!isSignedInBatch(person.credential, signed)) return refused('forged');
  } else if (!isSignedBy(person.credential, encodeSignedText(signed.text), signed.signature)) {
    return refused('forged');
  }
  if (person.name !== statement.person) return refused('wrong_person');
  if (!persons.hashes.has(statement.previous)) return refused('unknown_previous');
  const ageMs = now.getTime() - Date.parse(statement.time);
  if (ageMs < -MAX_CLOCK_SKEW_MS) return refused('future');
  if (ageMs > lifetimeMs) return refused('expired');
  if (!person.roles.some((role) => by.includes(role))) return refused('wrong_role');
  return { kind: 'ok', statement, person, hash: hashStatement(signed) };
}

/** A request, and the second person's approval if there is one. */
export type RequestStatements = { readonly asked: SignedStatement; readonly approved: SignedStatement | undefined };

/** The action to be executed. */
export type ActionToExecute = {
  readonly act: string;
  readonly arguments: Readonly<Record<string, Json>>;
  readonly needsSecondApproval: boolean;
  readonly requesters: readonly Role[];
  readonly approvers: readonly Role[];
  /** Scheduled start. From then on the action may be executed for the lifetime `done`. */
  readonly notBefore?: Date | undefined;
};

export type RequestVerification =
  | {
      readonly kind: 'ok';
      readonly requester: Person;
      readonly approver: Person | undefined;
      readonly reason: string;
      /** Statements that must not have been used before, and are used up by this execution. */
      readonly hashes: readonly string[];
    }
  | { readonly kind: 'refused'; readonly reason: StatementRefusal };

/** The act of an approval; its only argument, `statement`, is the {@link hashStatement} of the approved statement. */
export const APPROVE = 'approve';

/**
 * Checks that a person requested exactly this action. If it needs a second approval, checks that another person with another
 * key approved it. Pure: the caller supplies the action, and refuses `hashes` that it has already used.
 */
export function verifyRequest(
  { asked: request, approved }: RequestStatements,
  action: ActionToExecute,
  {
    persons,
    now,
    lifetimes = statementLifetimesMs,
  }: Pick<StatementVerificationContext, 'persons' | 'now'> & { readonly lifetimes?: StatementLifetimes },
): RequestVerification {
  const first = verifyStatement(request, { persons, now, lifetimeMs: Number.POSITIVE_INFINITY, by: action.requesters });
  if (first.kind === 'refused') return first;
  const { statement, person: requester, hash } = first;
  if (statement.act !== action.act || canonicalJson(statement.arguments) !== canonicalJson(action.arguments))
    return refused('edited');
  const requestedAt = Date.parse(statement.time);
  const notBefore = action.notBefore?.getTime() ?? Number.NEGATIVE_INFINITY;
  if (notBefore - requestedAt > MAX_SCHEDULE_DELAY_MS) return refused('too_far');
  const isOver = (lastStatementAt: number) => now.getTime() - Math.max(lastStatementAt, notBefore) > lifetimes.done;
  const { reason } = statement;
  if (!approved) {
    if (isOver(requestedAt)) return refused('expired');
    return action.needsSecondApproval
      ? refused('second_missing')
      : { kind: 'ok', requester, approver: undefined, reason, hashes: [hash] };
  }
  const second = verifyStatement(approved, {
    persons,
    now,
    lifetimeMs: Number.POSITIVE_INFINITY,
    by: action.approvers,
  });
  if (second.kind === 'refused') return second;
  const { act, arguments: agreed, time } = second.statement;
  if (act !== APPROVE || agreed['statement'] !== hash) return refused('edited');
  if (readBatchSignature(approved.signature) && !mayApproveTogether(action.act)) return refused('signed_in_batch');
  if (second.person.name === requester.name || second.person.key === requester.key) return refused('same_person');
  const agreedAt = Date.parse(time);
  if (agreedAt - requestedAt > lifetimes.answered || isOver(agreedAt)) return refused('expired');
  return { kind: 'ok', requester, approver: second.person, reason, hashes: [hash, second.hash] };
}

function refused(reason: StatementRefusal): { readonly kind: 'refused'; readonly reason: StatementRefusal } {
  return { kind: 'refused', reason };
}
