#!/bin/sh
# Usage: runWithoutEngine.sh ROOT MOUNTPOINT UID VOLUMES COMMAND…, as root. Runs one process in the file system ROOT, which
# withoutEngine.sh has made. Like an engine with --read-only and --user, but without isolation of processes and networks. The
# folder VOLUMES contains secrets, run, signer, bank-files, bank-received and configuration. The process gets this environment.
set -eu
[ "${IN_NAMESPACE:-}" = yes ] || exec env IN_NAMESPACE=yes unshare --mount --propagation private "$0" "$@"
root=$1 point=$2 user=$3 volumes=$4
shift 4
mount --bind "$root" "$point"
mount -t tmpfs -o size=64m tmpfs "$point/tmp"
mount --bind /proc "$point/proc"
mount --bind /dev "$point/dev"
mount --bind /etc/hosts "$point/etc/hosts"
mount --bind "$volumes/run" "$point/run/slipway"
mount --bind "$volumes/signer" "$point/var/lib/slipway-signer"
mount --bind "$volumes/bank-files" "$point/var/lib/slipway/bank-files"
for read_only in secrets:run/secrets configuration:etc/slipway bank-received:var/lib/slipway-bank; do
  mount --bind "$volumes/${read_only%%:*}" "$point/${read_only#*:}"
  mount -o remount,bind,ro "$point/${read_only#*:}"
done
mount -o remount,bind,ro "$point"
unset IN_NAMESPACE
exec chroot --userspec="$user:10001" --groups=10001 "$point" sh -c 'cd /app && exec "$@"' sh "$@"
