#!/bin/sh
# Makes and verifies a backup of the database. Run as the user postgres: `backup.sh full` once a week, `backup.sh incr` once a
# day. The exit status is not 0 if the backup or its verification failed. After a success it writes BACKUP_MARKER_FILE, if set,
# whose age a worker checks: the user postgres must be able to write to its folder.
set -eu
case "${1:-}" in
  full | incr | diff) ;;
  *) echo "usage: backup.sh full|diff|incr" >&2; exit 2 ;;
esac
pgbackrest --stanza=slipway --type="$1" backup
pgbackrest --stanza=slipway verify
pgbackrest --stanza=slipway info
if [ -n "${BACKUP_MARKER_FILE:-}" ]; then touch "$BACKUP_MARKER_FILE"; fi
