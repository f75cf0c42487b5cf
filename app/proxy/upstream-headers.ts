/**
 * Which headers go on, between a client of the proxy and the model server? All but those of one connection, those that are ours, and keys
 * that are meant for another service. Headers are names and values in turn, as they came on the wire, so that order and spelling stay.
 */
export type RawHeaders = readonly string[]

export interface KeyRules {
  /** Sent to the model server in place of whatever the client sent. */
  readonly serverKey: string | undefined
  /** True where this service asks for a key of its own: then what the client sent is that key, which no other service may see. */
  readonly isKeyOurs: boolean
}

// RFC 9110, section 7.6.1, and the older ones that still occur.
const OF_ONE_CONNECTION: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
// What tells of this service or of the page that asked; the model server is another place.
const OF_THIS_PLACE: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'expect',
  'cookie',
  'origin',
  'referer',
  'forwarded',
  'via',
  // By which some servers take a request for another one.
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-url',
  'x-rewrite-url',
])
const OUR_PREFIX = 'x-gloss-'
const FORWARDED_PREFIX = 'x-forwarded-'
const KEYS: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'])
// Cookies, and rules for pages, of another origin than the client asked.
const OF_THAT_PLACE: ReadonlySet<string> = new Set([
  'set-cookie',
  'alt-svc',
  'strict-transport-security',
  'content-security-policy',
  'x-content-type-options',
  'clear-site-data',
  'refresh',
  'service-worker-allowed',
  'report-to',
  'reporting-endpoints',
  'nel',
])
const CORS_PREFIX = 'access-control-'

export function requestHeaders(
  sent: RawHeaders,
  { host, bodyBytes }: { readonly host: string; readonly bodyBytes: number | null },
  { serverKey, isKeyOurs }: KeyRules,
): string[] {
  const named = namedByConnection(sent)
  const dropsKeys = isKeyOurs || serverKey !== undefined
  const kept = pairs(sent).filter(([name]) => {
    const lower = name.toLowerCase()
    if (OF_ONE_CONNECTION.has(lower) || OF_THIS_PLACE.has(lower) || named.has(lower)) return false
    if (lower.startsWith(OUR_PREFIX) || lower.startsWith(FORWARDED_PREFIX)) return false
    return !(dropsKeys && KEYS.has(lower))
  })
  return [
    ...['Host', host],
    ...(serverKey === undefined ? [] : ['Authorization', `Bearer ${serverKey}`]),
    ...kept.flat(),
    ...(bodyBytes === null ? [] : ['Content-Length', String(bodyBytes)]),
  ]
}

export function answerHeaders(sent: RawHeaders): string[] {
  const named = namedByConnection(sent)
  return pairs(sent)
    .filter(([name]) => {
      const lower = name.toLowerCase()
      if (OF_ONE_CONNECTION.has(lower) || OF_THAT_PLACE.has(lower) || named.has(lower)) return false
      return !lower.startsWith(CORS_PREFIX)
    })
    .flat()
}

function pairs(sent: RawHeaders): (readonly [name: string, value: string])[] {
  return sent.flatMap((name, at) => (at % 2 === 0 ? [[name, sent[at + 1] ?? ''] as const] : []))
}

/** `Connection: x-internal` makes `x-internal` a header of this connection, too. */
function namedByConnection(sent: RawHeaders): ReadonlySet<string> {
  const lists = pairs(sent).filter(([name]) => name.toLowerCase() === 'connection')
  return new Set(lists.flatMap(([, list]) => list.toLowerCase().split(/\s*,\s*/)))
}
