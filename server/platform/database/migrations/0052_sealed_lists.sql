-- Over the edition and all its addresses, by a key that no writer of these tables has. Null: fetched by an earlier version,
-- and believed once it is fetched again.
alter table sanctions_lists add column seal bytea;
