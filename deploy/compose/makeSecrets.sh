#!/bin/sh
# Usage: makeSecrets.sh [FOLDER], as root. Generates Slipway's own secrets, one file each, in FOLDER (by default
# deploy/compose/secrets). Existing files are not changed. Put the secrets from vendors (Stripe, Sumsub, Kraken, your mail server)
# there too.
set -eu
folder=${1:-$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)/secrets}
umask 027
mkdir -p "$folder"
cd "$folder"

write_unless_exists() {
  [ -e "$1" ] || printf '%s\n' "$2" > "$1"
}
generate() {
  openssl rand -hex 32
}

for name in slipway_secret signer_secret metrics_token postgres_password; do write_unless_exists "$name" "$(generate)"; done
write_unless_exists personal_data_keys "$(date +%Y)a:$(generate)"
write_unless_exists database_url_migrate "postgres://slipway:$(cat postgres_password)@postgres:5432/slipway"
for role in api worker clerk signer operator; do
  write_unless_exists "database_url_$role" "postgres://slipway_$role:$(generate)@postgres:5432/slipway"
done
# The processes are users 10001 and 10002 of this group (Dockerfile).
chgrp -R 10001 .
chmod -R u=rwX,g=rX,o= .
