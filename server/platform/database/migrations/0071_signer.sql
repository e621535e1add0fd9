-- Persons stop the signer and start it again, and the signer says of itself how it stands.

-- Looked at before anything is signed: few rows, and nothing else of the table.
create index operator_statements_stops on operator_statements (hash) where act = 'stop-signing';

-- What the signer says of itself. It believes nothing of it: its caps are its environment's, its stops are in its folder.
create table signer_word (
  -- There is one signer.
  id smallint primary key default 1 check (id = 1),
  -- As server/signer/word/signerWord.ts has it.
  said jsonb not null,
  written_at timestamptz not null
);
