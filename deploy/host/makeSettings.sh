#!/bin/sh
# Usage: makeSettings.sh FOLDER. Generates the secrets of an installation on one host. Writes the settings of each process to
# FOLDER/ROLE.env, the database logins to FOLDER/database.sql, and the variables of `operate` to FOLDER/operate.env. Reads
# PUBLIC_URL, CONSOLE_URL and OPERATOR_ROOT_KEYS from the environment. Add the vendors' variables yourself.
set -eu
folder=$1
: "${PUBLIC_URL:?where buyers reach it}" "${CONSOLE_URL:?where people open the console}" "${OPERATOR_ROOT_KEYS:?the first admins}"
umask 077
mkdir -p "$folder"
chmod 755 "$folder"
cd "$folder"
[ ! -e migrate.env ] || { echo "$folder has settings already: they are kept" >&2; exit 1; }

generate() {
  openssl rand -hex 32
}
slipway_secret=$(generate)
personal_data_keys="$(date +%Y)a:$(generate)"
signer_secret=$(generate)
metrics_token=$(generate)

login() { # Adds the login of the role to database.sql, and prints its connection URL.
  password=$(generate)
  echo "create role $1 login password '$password';" >> database.sql
  echo "postgres://$1:$password@127.0.0.1:5432/slipway"
}
owner=$(login slipway)
api=$(login slipway_api)
worker=$(login slipway_worker)
clerk=$(login slipway_clerk)
signer=$(login slipway_signer)
operator=$(login slipway_operator)
echo 'create database slipway owner slipway;' >> database.sql

cat > migrate.env <<END
ROLE=migrate
DATABASE_URL=$owner
END
cat > api.env <<END
ROLE=api
PORT=8080
PUBLIC_URL=$PUBLIC_URL
TRUSTED_PROXIES=127.0.0.1,::1
DATABASE_URL=$api
SLIPWAY_SECRET=$slipway_secret
PERSONAL_DATA_KEYS=$personal_data_keys
METRICS_TOKEN=$metrics_token
OPERATOR_ROOT_KEYS=$OPERATOR_ROOT_KEYS
END
cat > worker.env <<END
ROLE=worker
HEALTH_PORT=8081
PUBLIC_URL=$PUBLIC_URL
DATABASE_URL=$worker
CLERK_DATABASE_URL=$clerk
SLIPWAY_SECRET=$slipway_secret
PERSONAL_DATA_KEYS=$personal_data_keys
METRICS_TOKEN=$metrics_token
OPERATOR_ROOT_KEYS=$OPERATOR_ROOT_KEYS
SIGNER_SOCKET=/run/slipway/signer.socket
END
cat > signer.env <<END
ROLE=signer
HEALTH_PORT=8082
DATABASE_URL=$signer
SLIPWAY_SECRET=$slipway_secret
SIGNER_SECRET=$signer_secret
METRICS_TOKEN=$metrics_token
OPERATOR_ROOT_KEYS=$OPERATOR_ROOT_KEYS
SIGNER_SOCKET=/run/slipway/signer.socket
SIGNER_FOLDER=/var/lib/slipway-signer
EVM_TREASURY_KEY_FILE=/var/lib/slipway-signer/evm.pem
BITCOIN_TREASURY_KEY_FILE=/var/lib/slipway-signer/bitcoin.pem
TREASURY_PASSPHRASE_FILE=/var/lib/slipway-signer/treasury.passphrase
END
cat > console.env <<END
ROLE=console
PORT=8085
CONSOLE_URL=$CONSOLE_URL
PUBLIC_URL=$PUBLIC_URL
TRUSTED_PROXIES=127.0.0.1,::1
DATABASE_URL=$operator
SLIPWAY_SECRET=$slipway_secret
PERSONAL_DATA_KEYS=$personal_data_keys
OPERATOR_ROOT_KEYS=$OPERATOR_ROOT_KEYS
END
cat > operate.env <<END
PUBLIC_URL=$PUBLIC_URL
DATABASE_URL=$operator
SLIPWAY_SECRET=$slipway_secret
PERSONAL_DATA_KEYS=$personal_data_keys
OPERATOR_ROOT_KEYS=$OPERATOR_ROOT_KEYS
END
