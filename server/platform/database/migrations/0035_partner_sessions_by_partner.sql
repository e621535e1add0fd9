-- outside a transaction
-- For the partner pages, which list a partner's sessions, newest first.
create index concurrently partner_sessions_by_partner on partner_sessions (partner_id, created_at, id);
