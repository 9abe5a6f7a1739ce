import { BlockList, isIP } from 'node:net';

/** Finds the client of a request: the peer, or the address that trusted proxies name (TRUSTED_PROXY). */
export interface ProxyTrust {
  address(peer: string, forwardedFor: string | null): string;
  /** Whether the peer is a trusted proxy: then its X-Forwarded-Proto counts, too. */
  trusts(peer: string): boolean;
}

/** Trusts the peers in these networks, given as CIDRs (`TRUSTED_PROXY`). */
export function createProxyTrust(networks: readonly string[]): ProxyTrust {
  const trusted = new BlockList();
  for (const network of networks) addNetwork(trusted, network);
  const trusts = (address: string): boolean => {
    const plain = plainAddress(address);
    const family = isIP(plain);
    return family !== 0 && trusted.check(plain, family === 4 ? 'ipv4' : 'ipv6');
  };
  return {
    trusts,
    address(peer, forwardedFor) {
      let current = plainAddress(peer);
      const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim());
      // from the nearest hop outwards: the first address that is not a trusted proxy is the client
      while (trusts(current)) {
        const next = plainAddress(hops.pop() ?? '');
        if (isIP(next) === 0) break;
        current = next;
      }
      return current;
    },
  };
}

/** An IPv4-mapped IPv6 address (::ffff:10.0.0.1) is the same address. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
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
  const address = plainAddress(peer);
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

/** One customer's network: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const v4 = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4 !== undefined) return v4;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) {
    const missing = 8 - groups.length - tail.split(':').filter(Boolean).length;
    groups.push(...Array<string>(Math.max(0, missing)).fill('0'), ...tail.split(':'));
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
