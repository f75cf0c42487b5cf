/** Answers about runs quote failures of model servers and name those that were asked; clients are told roles in the place of addresses. */
import type { FastifyInstance } from 'fastify'
import type { Told } from '../../app/proxy/index.ts'
import type { EventSource } from './event-stream.ts'

/** Where a run keeps words about its servers. What models and papers wrote is under other names, and stays as it is. */
const ABOUT_SERVERS: ReadonlySet<string> = new Set(['message', 'problems', 'server', 'notice', 'notices'])

/** A copy of an answer, or of a part of one, with `told` in the place of what is said about servers. */
export function hideRunServers<Value>(value: Value, told: Told): Value {
  return changed(value, told, false) as Value
}

/** For the JSON answers of all routes that are added to `routes`. */
export function hideInAnswers(routes: FastifyInstance, told: Told): void {
  routes.addHook('preSerialization', (_, __, payload, done) => done(null, hideRunServers(payload, told)))
}

/** The same for events on their way to a client. */
export function hideInEvents<Source extends EventSource>(events: Source, told: Told): Source {
  const after = async (number: number) => hideRunServers(await events.after(number), told)
  return { ...events, after }
}

function changed(value: unknown, told: Told, isAboutServers: boolean): unknown {
  if (typeof value === 'string') return isAboutServers ? told(value) : value
  if (Array.isArray(value)) return value.map((one) => changed(one, told, isAboutServers))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, changed(one, told, ABOUT_SERVERS.has(name))]),
  )
}
