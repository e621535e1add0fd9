#!/bin/sh
# As the user postgres, with every process of Slipway and PostgreSQL stopped: restore.sh takes the newest state that there is,
# restore.sh '2026-01-31 12:00:00+00' that of a moment. What is in the database's folder is replaced. Then start PostgreSQL,
# look at it, and start ROLE=migrate before the others. docs/restoring.md says what the signer does then, and what you do.
set -eu
if [ $# -eq 0 ]; then
  pgbackrest --stanza=slipway --delta restore
else
  pgbackrest --stanza=slipway --delta --type=time "--target=$1" --target-action=promote restore
fi
