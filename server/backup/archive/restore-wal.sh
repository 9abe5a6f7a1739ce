# restore_command of a recovery (decision 33): restore-wal.sh NAME TARGET BACKUP_DIR
# PostgreSQL takes a failure for the end of the archive, unless the code is above 125: then the recovery ends with an
# error. A damaged or unreadable file must not look like the end.
set -u
name=$1 target=$2 folder=$3
[ -d "$folder/wal" ] || exit 255
[ -e "$folder/wal/$name.gz" ] || exit 1
gzip -dc <"$folder/wal/$name.gz" >"$target" || exit 255
