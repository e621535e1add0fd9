import { randomBytes, randomUUID } from 'node:crypto';
import { seal, unseal } from '../sealing.ts';
import { PersonalDataError } from './personalDataError.ts';
import type { WrappingKey } from './wrappingKeys.ts';

/** Whose rows a data key seals: rows that are erased together have one. `person_marks:all` hashes what persons are known by. */
export type Subject =
  | `${'buyer' | 'bank_file' | 'refund' | 'transfer_file' | 'asked_file' | 'evidence'}:${string}`
  | 'person_marks:all';

/** A data key as it lies in the database. */
export type WrappedDataKey = {
  readonly id: string;
  /** Whose rows it seals. */
  readonly subject: string;
  /** The id of the {@link WrappingKey}. */
  readonly wrappedBy: string;
  readonly wrapped: Buffer;
};

export type DataKey = { readonly id: string; readonly key: Uint8Array };

/** The operator's keys for personal data, and the data keys that this process has opened with them. */
export type PersonalKeys = {
  /** The one that wraps what is new. */
  readonly newest: string;
  make(subject: string): WrappedDataKey;
  /** Throws a {@link PersonalDataError}. */
  open(wrapped: WrappedDataKey): DataKey;
  /** The same data key, wrapped by the newest of the operator's keys. */
  rewrap(wrapped: WrappedDataKey): WrappedDataKey;
  /** One that was opened before: its bytes never change. */
  opened(id: string): DataKey | undefined;
};

const DATA_KEY_BYTES = 32;
/** Some megabytes. What is asked for again is opened again. */
const MOST_OPENED = 10_000;

export function createPersonalKeys(keys: readonly [WrappingKey, ...WrappingKey[]]): PersonalKeys {
  const byId = new Map(keys.map((key) => [key.id, key]));
  const [newest] = keys;
  const opened = new Map<string, DataKey>();

  function wrap({ id, subject }: Pick<WrappedDataKey, 'id' | 'subject'>, key: Uint8Array): WrappedDataKey {
    return { id, subject, wrappedBy: newest.id, wrapped: seal(newest.key, placeOf({ id, subject }), key) };
  }

  function unwrap({ id, subject, wrappedBy, wrapped }: WrappedDataKey): Uint8Array {
    const wrapping = byId.get(wrappedBy);
    if (!wrapping)
      throw new PersonalDataError(
        'missing_key',
        `PERSONAL_DATA_KEYS lacks the key ${wrappedBy}, which rows still need`,
      );
    try {
      return unseal(wrapping.key, placeOf({ id, subject }), wrapped);
    } catch {
      throw new PersonalDataError(
        'wrong_key',
        `the key ${wrappedBy} of PERSONAL_DATA_KEYS does not open the data key ${id}: it is another key than before, or the row was changed`,
      );
    }
  }

  return {
    newest: newest.id,
    make(subject) {
      return wrap({ id: randomUUID(), subject }, randomBytes(DATA_KEY_BYTES));
    },
    open(wrapped) {
      const key = { id: wrapped.id, key: unwrap(wrapped) };
      if (opened.size >= MOST_OPENED) opened.clear();
      opened.set(key.id, key);
      return key;
    },
    rewrap: (wrapped) => wrap(wrapped, unwrap(wrapped)),
    opened: (id) => opened.get(id),
  };
}

/** What a wrapped data key is bound to: it opens in its own row alone. */
function placeOf({ id, subject }: Pick<WrappedDataKey, 'id' | 'subject'>): string {
  return JSON.stringify(['data_keys', 'wrapped', id, subject]);
}
