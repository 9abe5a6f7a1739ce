/** The authority of an address with several servers: `user:password@a:5432,b:5432`. */
const severalServers = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#@]*,[^/?#@]*)(.*)$/s;
/** libpq's words for a session that may write; the first is our default. */
const WRITE_ATTRIBUTES = ['read-write', 'primary'];

/**
 * The addresses of the servers that an address of libpq's form names (`postgres://user@a:5432,b:5432/name`), each for
 * one server. pg uses one server and ignores `target_session_attrs`.
 */
export function listServerUrls(url: string): string[] {
  const [, start = '', servers = '', end = ''] = severalServers.exec(url) ?? [];
  if (servers === '') return [url];
  return servers.split(',').map((server) => `${start}${server}${end}`);
}

/** Whether a server that can only be read will do: `target_session_attrs=any`, for a backup of a standby. */
export function mayBeReadOnly(url: string): boolean {
  return attributesOf(url) === 'any';
}

/** Whether every server of the address has a valid one, and `target_session_attrs` is one that we know. */
export function isDatabaseUrl(url: string): boolean {
  const isValid = listServerUrls(url).every((one) => {
    if (!URL.canParse(one)) return false;
    const { protocol, host, pathname, search } = new URL(one);
    // an empty name between commas; without commas it is the socket of this machine
    if (host === '' && one !== url) return false;
    return /^postgres(ql)?:$/.test(protocol) && (host + pathname + search).length > 0;
  });
  return isValid && [...WRITE_ATTRIBUTES, 'any'].includes(attributesOf(url));
}

function attributesOf(url: string): string {
  const [first = ''] = listServerUrls(url);
  const given = URL.canParse(first)
    ? new URL(first).searchParams.get('target_session_attrs')
    : null;
  return given ?? WRITE_ATTRIBUTES[0] ?? '';
}
