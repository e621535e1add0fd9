#!/bin/sh
# Writes an encrypted copy of the signer's folder to FILE. Run as the signer's user every few minutes, after the database's
# backup.
#   SIGNER_FOLDER=/var/lib/slipway-signer SIGNER_BACKUP_PASS=… signer-backup.sh FILE
set -eu
: "${SIGNER_FOLDER:?set it to the signer\'s folder}" "${SIGNER_BACKUP_PASS:?set it to a passphrase}"
file=${1:?usage: signer-backup.sh FILE}
umask 077
# Excludes the lock, a socket of the running process, and files that it is writing (*.next).
tar --create --exclude=./lock --exclude='./*.next' --directory "$SIGNER_FOLDER" . |
  openssl enc -aes-256-cbc -pbkdf2 -iter 600000 -salt -pass env:SIGNER_BACKUP_PASS -out "$file.part"
# Verifies that the copy can be decrypted and unpacked.
openssl enc -d -aes-256-cbc -pbkdf2 -iter 600000 -pass env:SIGNER_BACKUP_PASS -in "$file.part" |
  tar --list | grep --quiet '^\./head$' || { rm "$file.part"; echo "there is no head of a record in $SIGNER_FOLDER" >&2; exit 1; }
mv "$file.part" "$file"
