# The image of every role of Slipway: docs/installing.md. Releases name the base by its digest:
#   docker build --build-arg NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:… .
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && npm run sbom
RUN deploy/image/assemble.sh /image/app && cp sbom.cdx.json /image/app/sbom.cdx.json

FROM ${NODE_IMAGE}
ARG VERSION=1.0.0
LABEL org.opencontainers.image.title="Slipway" \
      org.opencontainers.image.description="An open-source, self-hosted fiat-to-crypto on-ramp" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.cyclonedx.bom="/app/sbom.cdx.json"
# The user slipway runs api, worker, console and migrate. The signer has a separate user, whose socket the group slipway may
# open. So has the bank client, whose received files the signer reads, and whose group slipway-orders takes the files for the
# bank. The folders are mount points of volumes, which take their owners from here.
RUN groupadd --gid 10001 slipway \
 && groupadd --gid 10004 slipway-orders \
 && useradd --uid 10001 --gid slipway --no-create-home --shell /usr/sbin/nologin slipway \
 && useradd --uid 10002 --gid slipway --no-create-home --shell /usr/sbin/nologin slipway-signer \
 && useradd --uid 10003 --gid slipway --groups slipway-orders --no-create-home --shell /usr/sbin/nologin slipway-bank \
 && install -d -o slipway-signer -g slipway -m 0750 /run/slipway \
 && install -d -o slipway-signer -g slipway -m 0700 /var/lib/slipway-signer \
 && install -d -o slipway-bank -g slipway -m 0750 /var/lib/slipway-bank \
 && install -d -o slipway -g slipway -m 0770 /var/lib/slipway \
 && install -d -o root -g slipway -m 3770 /var/lib/slipway/bank-files \
 && install -d -o slipway -g slipway -m 2770 /var/lib/slipway/bank-files/statements \
 && install -d -o slipway-signer -g slipway-orders -m 2770 /var/lib/slipway/bank-files/orders \
 && rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /opt/yarn-* /usr/local/bin/yarn*
COPY --from=build --chown=root:root /image/app /app
WORKDIR /app
# Listens on all addresses of the container; the engine, Compose or the cluster decides what can reach them.
ENV NODE_ENV=production LISTEN_ADDRESS=0.0.0.0
USER 10001:10001
EXPOSE 8080 8085
# Writes only to volumes: run it with --read-only --tmpfs /tmp --cap-drop ALL.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "deploy/image/healthcheck.mjs"]
STOPSIGNAL SIGTERM
# A smaller young generation and earlier collections save a hundred megabytes per process, and cost up to an eighth of the
# quotes per second (docs/scaling.md).
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=50", "server/dist/main.js"]
