# restore_command of a recovery (decision 8): restore-wal.sh NAME TARGET BACKUP_DIR [KEY]
# PostgreSQL takes a failure for the end of the archive, unless the code is above 125: then the recovery ends with an
# error. A damaged, unreadable or unsigned file must not look like the end. Without KEY no signature is checked.
set -u
name=$1 target=$2 folder=$3 key=${4-}
[ -d "$folder/wal" ] || exit 255
[ -e "$folder/wal/$name.gz" ] || exit 1
gzip -dc <"$folder/wal/$name.gz" >"$target" || exit 255
[ -n "$key" ] || exit 0
# of what PostgreSQL is going to read: the archive may change in between
signature=$(/bin/sh "${0%/*}/sign-wal.sh" "$key" "$name" "$target") || exit 255
# explained in recover-archive.ts
[ "$(cat "$folder/wal/$name.sig")" = "$signature" ] || exit 254
