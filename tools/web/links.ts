/** Checks whether a link may be followed, as far as that is known before its name is resolved. */
import { isIP } from 'node:net'
import { GlossError } from '../../core/index.ts'

const SCHEMES = new Set(['http:', 'https:'])
// Usual ports of pages; other ports are other services. '' is the scheme's own. Chosen.
const PORTS = new Set(['', '80', '443', '8080', '8443'])
/** Matches names that never lead to the internet (RFC 6761, 6762, 8375, ICANN's reservation of `internal`), and Tor's. */
const LOCAL_NAMES =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa|test|invalid|example|onion)$/
const MAX_LINK_CHARACTERS = 4_096

export interface LinkRules {
  readonly ports: ReadonlySet<string>
  readonly isAllowedAddress: (address: string) => boolean
  readonly isAllowedName: (name: string) => boolean
}

export const WEB_PORTS: ReadonlySet<string> = PORTS

/** Returns true for a name of two parts or more that is not known to be local. */
export function isWebName(name: string): boolean {
  return name.includes('.') && !LOCAL_NAMES.test(name)
}

/** Returns the link to request. Throws `LINK_REFUSED`. URL normalises spellings of addresses (decimal, octal, hex). */
export function checkedLink(text: string, rules: LinkRules): URL {
  const url = URL.canParse(text) && text.length <= MAX_LINK_CHARACTERS ? new URL(text) : null
  if (url === null) throw linkRefused(text, 'it is not a link')
  if (!SCHEMES.has(url.protocol))
    throw linkRefused(text, `its scheme is ${url.protocol.slice(0, -1)}, not http or https`)
  if (url.username !== '' || url.password !== '') throw linkRefused(text, 'it carries a name or password')
  if (!rules.ports.has(url.port)) throw linkRefused(text, `its port is ${url.port}`)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  const isAllowed = isIP(host) === 0 ? rules.isAllowedName(host) : rules.isAllowedAddress(host)
  if (!isAllowed) throw linkRefused(text, 'it does not lead to the internet')
  url.hash = ''
  return url
}

export function linkRefused(link: string, why: string): GlossError {
  return new GlossError('LINK_REFUSED', `${link.slice(0, 200)} is not followed: ${why}.`)
}
