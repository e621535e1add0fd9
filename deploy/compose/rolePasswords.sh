#!/bin/sh
# Usage: rolePasswords.sh [FOLDER]. Prints statements for psql that set the passwords of the database roles, from the secrets in
# FOLDER (by default deploy/compose/secrets).
set -eu
cd "${1:-$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)/secrets}"
for role in api worker clerk signer operator; do
  sed -n -E "s|^.*/(slipway_$role):([0-9a-f]+)@.*$|alter role \1 login password '\2';|p" "database_url_$role"
done
