#!/bin/sh
# Restores the signer's folder from a file that signer-backup.sh wrote. Run as root, which may rename the folder and keeps the
# owners of its files, while the signer does not run. The replaced folder is renamed to SIGNER_FOLDER.before-TIME.
#   SIGNER_FOLDER=/var/lib/slipway-signer SIGNER_BACKUP_PASS=… signer-restore.sh FILE
set -eu
: "${SIGNER_FOLDER:?set it to the signer\'s folder}" "${SIGNER_BACKUP_PASS:?set it to the passphrase}"
file=${1:?usage: signer-restore.sh FILE}
umask 077
next=$SIGNER_FOLDER.restored
rm -rf "$next"
mkdir -p "$next"
trap 'rm -f "$next.tar"' EXIT
# Unpacks everything before it replaces anything: a wrong passphrase or an incomplete file changes nothing.
openssl enc -d -aes-256-cbc -pbkdf2 -iter 600000 -pass env:SIGNER_BACKUP_PASS -in "$file" -out "$next.tar"
tar --extract --file "$next.tar" --directory "$next"
[ -s "$next/head" ] || { echo "there is no head of a record in $file" >&2; exit 1; }
if [ -e "$SIGNER_FOLDER" ]; then mv "$SIGNER_FOLDER" "$SIGNER_FOLDER.before-$(date -u +%Y%m%dT%H%M%SZ)"; fi
mv "$next" "$SIGNER_FOLDER"
