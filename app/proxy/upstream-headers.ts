/**
 * Decides which headers are forwarded between a client of the proxy and the model server: all but those of one connection, those of Gloss,
 * and keys for another service. Headers are names and values in turn, as received, so that order and spelling are kept.
 */
export type RawHeaders = readonly string[]

export interface KeyRules {
  /** Key sent to the model server instead of the client's. */
  readonly serverKey: string | undefined
  /** True if this service asks for its own key: the client's key is then that one, which no other service may see. */
  readonly isKeyOurs: boolean
}

// Headers of RFC 9110, section 7.6.1, and older ones that still occur.
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
// Headers about this service or about the page that made the request, which do not concern the model server.
const OF_THIS_PLACE: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'expect',
  'cookie',
  'origin',
  'referer',
  'forwarded',
  'via',
  // Some servers let these headers override the method of a request.
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-original-url',
  'x-rewrite-url',
])
const OUR_PREFIX = 'x-gloss-'
const FORWARDED_PREFIX = 'x-forwarded-'
const KEYS: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'])
// Cookies and page policies, which belong to another origin than the one that the client asked.
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

/** Returns the headers of this connection: `Connection: x-internal` makes `x-internal` one of them. */
function namedByConnection(sent: RawHeaders): ReadonlySet<string> {
  const lists = pairs(sent).filter(([name]) => name.toLowerCase() === 'connection')
  return new Set(lists.flatMap(([, list]) => list.toLowerCase().split(/\s*,\s*/)))
}
