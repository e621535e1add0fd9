#!/bin/sh
# Tests backup.sh and restore.sh on a temporary PostgreSQL cluster. Run as root, after apt-get install postgresql pgbackrest.
# Writes rows, makes a full and an incremental backup, drops the table, restores the state before, and compares the rows. Status
# 0: every row was restored.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
folder=$(mktemp -d)
cp "$here"/*.sh "$folder"
sed -e "s#^repo1-path=.*#repo1-path=$folder/repo#" -e "s#^pg1-path=.*#pg1-path=$folder/data#" "$here/pgbackrest.conf" >"$folder/pgbackrest.conf"
printf 'log-path=%s\nlock-path=%s\nspool-path=%s\n' "$folder" "$folder" "$folder" >"$folder/paths"
sed -i "/^\[global\]/r $folder/paths" "$folder/pgbackrest.conf"
printf 'pg1-socket-path=%s\npg1-port=55432\n' "$folder" >>"$folder/pgbackrest.conf"
chown -R postgres "$folder"
trap 'run "$bin/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$folder"' EXIT

run() {
  (cd "$folder" && setpriv --reuid postgres --regid postgres --init-groups env HOME="$folder" PGHOST="$folder" PGPORT=55432 \
    PGBACKREST_CONFIG="$folder/pgbackrest.conf" PGBACKREST_REPO1_CIPHER_PASS=for-this-proof-alone "$@")
}
query() { run "$bin/psql" -qtAX -v ON_ERROR_STOP=1 -d postgres -c "$1"; }
start() { run "$bin/pg_ctl" -D "$folder/data" -l "$folder/server.log" -w start >/dev/null; }

run "$bin/initdb" -D "$folder/data" >/dev/null
cat >>"$folder/data/postgresql.conf" <<SETTINGS
port = 55432
listen_addresses = ''
unix_socket_directories = '$folder'
archive_mode = on
archive_command = 'pgbackrest --stanza=slipway archive-push %p'
SETTINGS
start
run pgbackrest --stanza=slipway stanza-create
query "create table orders as select n, md5(n::text) as word from generate_series(1, 50000) n"
run sh "$folder/backup.sh" full >/dev/null
query "insert into orders select n, md5(n::text) from generate_series(50001, 60000) n"
run env BACKUP_MARKER_FILE="$folder/done" sh "$folder/backup.sh" incr >/dev/null
[ -e "$folder/done" ] || { echo "backup.sh wrote no BACKUP_MARKER_FILE" >&2; exit 1; }
query "insert into orders select n, md5(n::text) from generate_series(60001, 61000) n"
before=$(query "select count(*) || ' ' || md5(string_agg(word, '' order by n)) from orders")
moment=$(query "select clock_timestamp()")
sleep 1
query "drop table orders"
query "select pg_switch_wal()" >/dev/null
run "$bin/pg_ctl" -D "$folder/data" -m fast -w stop >/dev/null
run sh "$folder/restore.sh" "$moment"
start
after=$(query "select count(*) || ' ' || md5(string_agg(word, '' order by n)) from orders")
[ "$before" = "$after" ] || { echo "before: $before; after: $after" >&2; exit 1; }
echo "restored to $moment: $after"
