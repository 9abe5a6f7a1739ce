# archive_command of the embedded PostgreSQL (decision 33). It runs in the cluster's folder, as PostgreSQL's account:
#   archive-wal.sh FILE NAME BACKUP_DIR SYSTEM_ID MAX_BYTES
# Copies one file of the write-ahead log to BACKUP_DIR/wal/NAME.gz. A copy appears under its name only when it is on
# disk. Never overwrites: the same content is a success, another content a failure.
# State for archive-status.ts: archive.success (its time), archive.failure (one line), archive.gap (dropped WAL).
set -u
umask 077
file=$1 name=$2 folder=$3 system=$4 max_bytes=$5
copy=$folder/wal/$name.gz
unfinished=$folder/wal/.$name.unfinished

# True when waiting WAL would soon leave no room for sales: more than MAX_BYTES, or as little free on its disk.
must_drop() {
  waiting=$(ls pg_wal/archive_status | grep -c '\.ready$')
  bytes=$(wc -c <"$file")
  free=$(df -Pk pg_wal | { read -r _; read -r _ _ _ kilobytes _; echo "$kilobytes"; })
  [ $((waiting * bytes)) -gt "$max_bytes" ] || [ "$free" -lt $((max_bytes / 1024)) ]
}

fail() {
  rm -f "$unfinished" 2>/dev/null
  echo "$1" >archive.failure
  must_drop || exit 1
  # PostgreSQL takes this for a success and deletes the file; a new base backup closes the gap
  echo "$name" >>archive.gap
  exit 0
}

# the marker is missing too when the disk is not mounted: never fill the folder below the mount point
[ -e "$folder/system-$system" ] || fail "it is missing or empty; is its disk mounted?"

if [ -e "$copy" ]; then
  gzip -dc <"$copy" 2>/dev/null | cmp -s - "$file" ||
    fail "wal/$name.gz has other content: another copy of this shop archives there"
else
  reason=$( { gzip -1c <"$file" >"$unfinished"; } 2>&1) || fail "${reason##*: }"
  reason=$(sync "$unfinished" 2>&1 && mv "$unfinished" "$copy" 2>&1 && sync "$folder/wal" 2>&1) ||
    fail "${reason##*: }"
fi
rm -f archive.failure
: >archive.success
