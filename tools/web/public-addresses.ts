/**
 * Decides whether a page may be fetched from an address: only if anyone on the internet can reach it. All other addresses are of
 * this machine, its network, or its cloud. Ranges: IANA's special-purpose registries for IPv4 and IPv6 (RFC 6890 and later).
 */
import { BlockList, isIP, isIPv6 } from 'node:net'

const SPECIAL_V4 = [
  // This network, private, shared (CGNAT, RFC 6598), loopback, link-local.
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  // Protocol assignments, examples, 6to4 relays, benchmarks.
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved, broadcast.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Azure's platform address is a public one.
  ['168.63.129.16', 32],
] as const
/** Global unicast, the only assigned part of IPv6. Outside: loopback, mapped, NAT64, unique local, link-local, multicast. */
const GIVEN_OUT_V6 = ['2000::', 3] as const
const SPECIAL_V6 = [
  // Protocol assignments with Teredo, examples, 6to4 (which carries IPv4 addresses).
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const special = new BlockList()
for (const [network, bits] of SPECIAL_V4) special.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of SPECIAL_V6) special.addSubnet(network, bits, 'ipv6')
const givenOut = new BlockList()
givenOut.addSubnet(...GIVEN_OUT_V6, 'ipv6')

/** Returns whether an address is public; false for text that is no IP address. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false
  if (!isIPv6(address)) return !special.check(address, 'ipv4')
  return givenOut.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
