-- A letter that logs its reader in is sealed while it waits, and empty once it was sent.
alter table mail_outbox add column sealed bytea;
update mail_outbox set subject = '', body = '' where id like 'code:%' and sent_at is not null;
-- The few who wait for one ask again.
delete from mail_outbox where id like 'code:%' and sent_at is null;

-- The browser that asked, where it had logged in as this address before: such codes are counted apart.
alter table login_codes add column device_hash bytea;
create index devices_by_hash on devices (device_hash);

create index sessions_by_cookie on sessions (cookie_hash) where ended_at is null;

-- Until then the verifier is not asked by this buyer's pages again: a question is under way, or was answered just now.
alter table buyers add column identity_asked_until timestamptz;
