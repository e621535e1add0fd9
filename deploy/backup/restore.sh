#!/bin/sh
# Replaces the contents of the database's folder by a backup. `restore.sh` restores the newest state,
# `restore.sh '2026-01-31 12:00:00+00'` the state at this time. First stop the workers, the apis, the console and PostgreSQL; the
# signer may run. Run this as the user postgres. Then start PostgreSQL, check it, and start ROLE=migrate before the other
# processes. docs/restoring.md lists all steps.
set -eu
if [ $# -eq 0 ]; then
  pgbackrest --stanza=slipway --delta restore
else
  pgbackrest --stanza=slipway --delta --type=time "--target=$1" --target-action=promote restore
fi
