#!/bin/sh
# Generates Slipway's own secrets, one file each, in the folder (first argument, as root; by default deploy/compose/secrets).
# Existing files are kept. Put the secrets from vendors (Stripe, Sumsub, Kraken, your mail server) there too.
set -eu
folder=${1:-$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)/secrets}
umask 027
mkdir -p "$folder"
cd "$folder"

lay() {
  [ -e "$1" ] || printf '%s\n' "$2" > "$1"
}
drawn() {
  openssl rand -hex 32
}

for name in slipway_secret signer_secret metrics_token postgres_password; do lay "$name" "$(drawn)"; done
lay personal_data_keys "$(date +%Y)a:$(drawn)"
lay database_url_migrate "postgres://slipway:$(cat postgres_password)@postgres:5432/slipway"
for role in api worker clerk signer operator; do
  lay "database_url_$role" "postgres://slipway_$role:$(drawn)@postgres:5432/slipway"
done
# The processes are users 10001 and 10002 of this group (Dockerfile).
chgrp -R 10001 .
chmod -R u=rwX,g=rX,o= .
