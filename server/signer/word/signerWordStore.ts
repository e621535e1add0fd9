import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { type SignerWord, signerWord } from './signerWord.ts';

/** By the database's clock. The signer's role alone may. */
export async function writeSignerWord(database: Queryable, said: SignerWord): Promise<void> {
  await database.run(sql`
    insert into signer_word (said, written_at) values (${JSON.stringify(said)}, slipway_now())
    on conflict (id) do update set said = excluded.said, written_at = excluded.written_at`);
}

export type HeardWord = { readonly said: SignerWord; readonly writtenAt: Date };

/** What the signer said last; undefined where it never spoke, or in words that this version does not know. */
export async function readSignerWord(database: Queryable): Promise<HeardWord | undefined> {
  const row = await database.maybeOne<{ said: unknown; writtenAt: Date }>(
    sql`select said, written_at as "writtenAt" from signer_word`,
  );
  const parsed = row && signerWord.safeParse(row.said);
  return parsed?.success ? { said: parsed.data, writtenAt: row?.writtenAt ?? new Date(0) } : undefined;
}
