/** Replaces addresses by roles of models for clients that may see an error but not where the servers of this service are. */
import type { Config } from '../config/config.ts'
import { asksForKey } from '../keys/key-ring.ts'

/** Returns the text with addresses hidden. */
export type HideAddresses = (text: string) => string

const ADDRESS = /\bhttps?:\/\/[^\s"'<>)\]]+/g
/** Address after the code of Node's network errors: `connect ECONNREFUSED 10.0.0.5:8000`, `getaddrinfo ENOTFOUND models.internal`. */
const PLACE_OF_FAILURE = /\b(E[A-Z_]{3,}) [\w.:[\]%-]+\w/g

/** Returns a function that replaces addresses of servers by roles. Without a key the client is the operator, who may see addresses. */
export function hideServers(config: Config): HideAddresses {
  const { llmUrl, llmRoles } = config
  const servers = [
    ...Object.entries(llmRoles).map(([role, of]) => ({ name: `the server of the ${role}`, url: of?.url })),
    { name: 'the model server', url: llmUrl },
  ].flatMap(({ name, url }) => (url === undefined ? [] : [{ name, url, host: new URL(url).host }]))

  const nameOf = (address: string) =>
    servers.find(({ url }) => address.startsWith(url.replace(/\/+$/, '')))?.name ?? '(an address)'

  return (text) =>
    asksForKey(config)
      ? servers.reduce(
          (shown, { name, host }) => shown.replaceAll(host, name),
          text.replace(ADDRESS, nameOf).replace(PLACE_OF_FAILURE, '$1'),
        )
      : text
}
