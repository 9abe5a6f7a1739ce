import { BlockList, isIP } from 'node:net';

/**
 * Why all visitors count as one: a proxy that TRUSTED_PROXY does not name forwards requests, or a trusted one sends an
 * address that cannot be read.
 */
export type ProxyFault = 'untrusted' | 'unreadable';

/** The client of a request: the peer, or the address that trusted proxies name. */
export type AddressOf = (peer: string, headers: Headers) => string;

/**
 * Trusts the peers in these networks, given as CIDRs (`TRUSTED_PROXY`). Calls `onFault` for every request whose proxy
 * does not fit.
 */
export function createAddressOf(
  networks: readonly string[],
  onFault: (fault: ProxyFault) => void = () => undefined,
): AddressOf {
  const trusted = new BlockList();
  for (const network of networks) addNetwork(trusted, network);
  // as IPv6, so that 10.0.0.1 is also found in a network given as ::ffff:10.0.0.0/104
  const trusts = (address: string): boolean =>
    address !== '' && trusted.check(isIP(address) === 4 ? `::ffff:${address}` : address, 'ipv6');
  return (peer, headers) => {
    let current = readAddress(peer);
    const hops = forwardedHops(headers);
    if (hops.length > 0 && !trusts(current)) onFault('untrusted');
    // from the nearest hop outwards: the first address that is not a trusted proxy is the client
    while (hops.length > 0 && trusts(current)) {
      const next = readAddress(hops.pop() ?? '');
      if (next === '') {
        onFault('unreadable');
        break;
      }
      current = next;
    }
    return current;
  };
}

/** The addresses of X-Forwarded-For; only without it those of Forwarded (RFC 7239). */
function forwardedHops(headers: Headers): string[] {
  const plain = headers.get('x-forwarded-for');
  if (plain !== null) return plain.split(',').map((hop) => hop.trim());
  const parts = headers.get('forwarded')?.split(',') ?? [];
  return parts.map((part) => /(?:^|;)\s*for\s*=\s*"?([^";]*)/i.exec(part)?.[1]?.trim() ?? '');
}

/**
 * The address in one spelling, '' for other texts. Proxies also send it with port or brackets (203.0.113.7:50001,
 * [2001:db8::1]:443); an IPv4-mapped IPv6 address (::ffff:10.0.0.1) is the same address.
 */
function readAddress(text: string): string {
  const host = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
  const address = host.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*/, '');
  if (isIP(address) !== 6) return isIP(address) === 4 ? address : '';
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:(\w+):(\w+)$/.exec(short)?.slice(1);
  if (mapped === undefined) return short;
  return mapped
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

function addNetwork(list: BlockList, network: string): void {
  const [address = '', bits] = network.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (bits === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(bits), family);
}

/** Whether a host name always resolves to this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * Whether a request comes from this machine itself: neither through a proxy on it, nor from a foreign page in its
 * browser whose name resolves here (DNS rebinding).
 */
export function isLocalRequest(peer: string, headers: Headers, publicUrl: string): boolean {
  const isForwarded = [...headers.keys()].some(
    (name) => name.startsWith('x-forwarded-') || ['forwarded', 'x-real-ip', 'via'].includes(name),
  );
  const address = readAddress(peer);
  const isLocal = address === '::1' || address.startsWith('127.');
  return isLocal && !isForwarded && isOwnHost(headers.get('host'), publicUrl);
}

/** Browsers always send `Host`. */
function isOwnHost(host: string | null, publicUrl: string): boolean {
  if (host === null) return true;
  const address = `http://${host}`;
  if (!URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return isLoopbackHost(hostname) || hostname === new URL(publicUrl).hostname;
}

/** The network of a visitor who is recognized: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const known = readAddress(address);
  return isIP(known) === 6 ? groupsOf(known).slice(0, 4).join(':') : known;
}

/**
 * The networks by which limits count, the smallest first: an IPv4 address, or the /56 of an IPv6 address, which a home
 * has (any /64 of it counts with it), and the /48, which a company has (api.md, Cart).
 */
export function networksOf(address: string): [string, ...string[]] {
  const known = readAddress(address);
  if (isIP(known) !== 6) return [known];
  const groups = groupsOf(known);
  const company = groups.slice(0, 3).join(':');
  return [`${company}:${(groups[3] ?? '').padStart(4, '0').slice(0, 2)}`, company];
}

/** The eight groups of an IPv6 address as readAddress spells it. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const last = (tail ?? '').split(':').filter(Boolean);
  return [...groups, ...Array<string>(8 - groups.length - last.length).fill('0'), ...last];
}
