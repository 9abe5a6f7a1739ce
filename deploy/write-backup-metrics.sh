# Writes how festival-backup.service ended, for the textfile collector of Prometheus' node_exporter:
#   write-backup-metrics.sh RESULT FOLDER
# RESULT is systemd's SERVICE_RESULT. A failure leaves the file of the last success, whose time then ages.
set -eu
umask 022
result=$1 folder=$2
# no node_exporter on this machine
[ -d "$folder" ] || exit 0

# in one step: node_exporter may read at any time
write() {
  cat >"$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
}

failed=1
[ "$result" != success ] || failed=0
write festival-backup.prom <<END
# HELP festival_backup_failed 1 if the last backup file could not be made or verified
# TYPE festival_backup_failed gauge
festival_backup_failed $failed
END
[ "$failed" = 0 ] || exit 0
write festival-backup-verified.prom <<END
# HELP festival_backup_verified_timestamp_seconds When a backup file was last made and verified
# TYPE festival_backup_verified_timestamp_seconds gauge
festival_backup_verified_timestamp_seconds $(date +%s)
END
