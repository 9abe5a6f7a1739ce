# Copies one file of the write-ahead log to BACKUP_DIR/wal/NAME.gz, its signature to NAME.sig; archive-wal.sh calls it
# with a time limit:
#   copy-wal.sh FILE NAME BACKUP_DIR SYSTEM_ID KEY
# A copy appears under its name only when it is on disk. Never overwrites: the same content is a success, another
# content a failure. Writes the reason of a failure to archive.failure, in one line.
set -u
# archive-runs.ts looks for a full disk in the reason
export LC_ALL=C
file=$1 name=$2 folder=$3 system=$4 key=$5
copy=$folder/wal/$name.gz
unfinished=$folder/wal/.$name.unfinished

fail() {
  # in one step, as in archive-wal.sh
  echo "$1" >archive.failure.new && mv archive.failure.new archive.failure
  rm -f "$unfinished" "$unfinished.sig" 2>/dev/null
  exit 1
}

# the marker is missing too when the disk is not mounted: never fill the folder below the mount point
[ -e "$folder/system-$system" ] || fail "it is missing or empty; is its disk mounted?"

if [ -e "$copy" ]; then
  gzip -dc <"$copy" 2>/dev/null | cmp -s - "$file" ||
    fail "wal/$name.gz has other content: another copy of this shop archives there"
else
  reason=$( { gzip -1c <"$file" >"$unfinished"; } 2>&1) || fail "${reason##*: }"
fi
# the signature first: a copy without one is refused. Again for a copy that exists, which may have none or an older one
signature=$(/bin/sh "${0%/*}/sign-wal.sh" "$key" "$name" "$file" 2>&1) || fail "cannot sign: ${signature##*: }"
reason=$( {
  echo "$signature" >"$unfinished.sig" && sync "$unfinished.sig" && mv "$unfinished.sig" "${copy%.gz}.sig"
} 2>&1) || fail "${reason##*: }"
[ ! -e "$copy" ] || exit 0
reason=$(sync "$unfinished" 2>&1 && mv "$unfinished" "$copy" 2>&1 && sync "$folder/wal" 2>&1) ||
  fail "${reason##*: }"
