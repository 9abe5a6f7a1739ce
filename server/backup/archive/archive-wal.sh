# archive_command of the embedded PostgreSQL (decision 8). It runs in the cluster's folder, as PostgreSQL's account:
#   archive-wal.sh FILE NAME BACKUP_DIR SYSTEM_ID KEY MAX_BYTES TIMEOUT_SECONDS
# Lets copy-wal.sh copy one file of the write-ahead log. Touches nothing in BACKUP_DIR itself: a mount that does not
# respond would hang it, too.
# State for archive-runs.ts: archive.success (its time), archive.failure (one line), archive.gap (dropped WAL).
set -u
umask 077
file=$1 name=$2 folder=$3 system=$4 key=$5 max_bytes=$6 seconds=$7

# True when waiting WAL would soon leave no room for sales: it exceeds MAX_BYTES, or less than that is free on its disk.
must_drop() {
  waiting=$(ls pg_wal/archive_status | grep -c '\.ready$')
  bytes=$(wc -c <"$file")
  free=$(df -Pk pg_wal | { read -r _; read -r _ _ _ kilobytes _; echo "$kilobytes"; })
  [ $((waiting * bytes)) -gt "$max_bytes" ] || [ "$free" -lt $((max_bytes / 1024)) ]
}

# written in one step: an empty file would read as "archiving works"
report() {
  echo "$1" >archive.failure.new && mv archive.failure.new archive.failure
}

# WAL must be dropped faster than sales write it
[ -e archive.failure ] && must_drop && seconds=1
timeout -k 2 "$seconds" /bin/sh "${0%/*}/copy-wal.sh" "$file" "$name" "$folder" "$system" "$key"
case $? in
  0)
    rm -f archive.failure
    : >archive.success
    exit 0
    ;;
  # ended by timeout, before it could write the reason
  124 | 137) report "it does not respond; is its disk or network away?" ;;
  *) [ -s archive.failure ] || report "archive-wal.sh could not be run" ;;
esac
must_drop || exit 1
# PostgreSQL takes this for a success and deletes the file; a new base backup closes the gap
echo "$name" >>archive.gap
