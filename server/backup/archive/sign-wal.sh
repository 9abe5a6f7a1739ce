# Prints the HMAC-SHA256 of a WAL file's name and content (backup-dir.ts): sign-wal.sh KEY NAME FILE
# A shell script: PostgreSQL's account may not be able to start Node. KEY is the key file of backup-dir.ts.
set -eu
key=$1 name=$2 file=$3
[ "$(wc -c <"$key")" -eq 128 ] || exit 1
[ -r "$file" ] || exit 1
inner=$({ head -c 64 "$key" && printf '%s\n' "$name" && cat "$file"; } | sha256sum)
# the outer hash takes the inner one as bytes
bytes=$(echo "${inner%% *}" | sed 's/../0x& /g')
mac=$({ tail -c 64 "$key" && for byte in $bytes; do printf "\\$(printf %o "$byte")"; done; } | sha256sum)
echo "${mac%% *}"
