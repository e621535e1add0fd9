#!/bin/sh
# Run as the user postgres: `backup.sh full` once a week, `backup.sh incr` once a day. The status is not 0 if it failed.
set -eu
case "${1:-}" in
  full | incr | diff) ;;
  *) echo "say backup.sh full, diff or incr" >&2; exit 2 ;;
esac
pgbackrest --stanza=slipway --type="$1" backup
pgbackrest --stanza=slipway verify
pgbackrest --stanza=slipway info
