#!/bin/sh
# Run as the user postgres, with all processes of Slipway and PostgreSQL stopped. `restore.sh` restores the newest state,
# `restore.sh '2026-01-31 12:00:00+00'` that of a moment. The contents of the database's folder are replaced. Then start
# PostgreSQL, check it, and start ROLE=migrate before the others. docs/restoring.md explains what the signer does, and what you do.
set -eu
if [ $# -eq 0 ]; then
  pgbackrest --stanza=slipway --delta restore
else
  pgbackrest --stanza=slipway --delta --type=time "--target=$1" --target-action=promote restore
fi
