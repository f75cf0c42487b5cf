/** Hides servers in answers about runs, which quote errors of model servers: clients see the server's role instead of its address. */
import type { FastifyInstance } from 'fastify'
import type { HideAddresses } from '../../app/proxy/index.ts'
import type { EventSource } from './event-stream.ts'

/** Fields in which a run describes its servers. Fields that models and papers wrote have other names and are not changed. */
const ABOUT_SERVERS: ReadonlySet<string> = new Set(['message', 'problems', 'server', 'notice', 'notices'])

/** Returns a copy of an answer, or of a part of one, with `hide` applied to its fields about servers. */
export function hideRunServers<Value>(value: Value, hide: HideAddresses): Value {
  return changed(value, hide, false) as Value
}

/** Hides servers in the JSON answers of all routes added to `routes`. */
export function hideInAnswers(routes: FastifyInstance, hide: HideAddresses): void {
  routes.addHook('preSerialization', (_, __, payload, done) => done(null, hideRunServers(payload, hide)))
}

export function hideInEvents<Source extends EventSource>(events: Source, hide: HideAddresses): Source {
  const after = async (number: number) => hideRunServers(await events.after(number), hide)
  return { ...events, after }
}

function changed(value: unknown, hide: HideAddresses, isAboutServers: boolean): unknown {
  if (typeof value === 'string') return isAboutServers ? hide(value) : value
  if (Array.isArray(value)) return value.map((one) => changed(one, hide, isAboutServers))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, changed(one, hide, ABOUT_SERVERS.has(name))]),
  )
}
