#!/bin/sh
# Usage: assemble.sh FOLDER. Copies exactly the files that a server needs into an empty folder. Run `npm run build` first. Used by
# the Dockerfile, and by withoutEngine.sh, which builds the image's file system without a container engine.
set -eu
source=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
folder=$1
mkdir -p "$folder"
[ -z "$(ls -A "$folder")" ] || { echo "$folder is not empty" >&2; exit 1; }
[ -f "$source/server/dist/main.js" ] || { echo "the server is not built: run npm run build first" >&2; exit 1; }
[ -f "$source/web/dist/index.html" ] || { echo "the web app is not built: run npm run build first" >&2; exit 1; }
[ -f "$source/docs/dist/complete" ] || { echo "the documentation is not built: run npm run build first" >&2; exit 1; }
[ -f "$source/console/dist/index.html" ] || { echo "the console is not built: run npm run build first" >&2; exit 1; }
[ -f "$source/console/partnerPages/dist/index.html" ] || { echo "the partner pages are not built: run npm run build first" >&2; exit 1; }

cd "$source"
# npm needs the manifest of each workspace in the lock file.
tar -cf - package.json package-lock.json .npmrc LICENSE \
  ./*/package.json embed/*/package.json | tar -xf - -C "$folder"
# The bundled server, and the files that it loads by their paths in the repository.
tar -cf - server/dist server/platform/database/migrations server/configuration/seeds \
  web/dist console/dist console/partnerPages/dist docs/dist web/i18n web/terms/texts deploy/image/healthcheck.mjs | tar -xf - -C "$folder"

cd "$folder"
npm ci --omit=dev --no-audit --no-fund --workspace server --workspace contract --workspace money
