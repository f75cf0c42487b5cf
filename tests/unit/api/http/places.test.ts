import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { createPlaces } from '../../../../api/http/places.ts'
import { loadConfig } from '../../../../app/index.ts'

const from = (ip: string) => ({ ip }) as FastifyRequest
const full = expect.objectContaining({ code: 'QUEUE_FULL' })
const config = (env: Record<string, string> = {}) => loadConfig({}, env)

describe('places', () => {
  it('are refused when all are taken, and free again when one is left, once', () => {
    const places = createPlaces(config(), { what: 'things', most: 2 })
    const leave = places.take(from('127.0.0.1'))
    places.take(from('127.0.0.1'))
    expect(() => places.take(from('127.0.0.1'))).toThrow(full)
    leave()
    leave()
    places.take(from('127.0.0.1'))
    expect(() => places.take(from('127.0.0.1'))).toThrow(full)
  })

  it('are held by work that was accepted before, even where none is left', () => {
    const places = createPlaces(config(), { what: 'things', most: 1 })
    const leave = [places.takeAccepted(), places.takeAccepted()]
    expect(() => places.take(from('127.0.0.1'))).toThrow(full)
    leave[0]?.()
    expect(() => places.take(from('127.0.0.1'))).toThrow(full)
    leave[1]?.()
    places.take(from('127.0.0.1'))
  })

  it('are shared by addresses where a key is set: none may have more than its part', () => {
    const settings = { GLOSS_KEY: 'correct horse', GLOSS_CLIENT_SHARE: '0.25' }
    const places = createPlaces(config(settings), { what: 'things', most: 8 })
    const leave = places.take(from('10.0.0.1'))
    places.take(from('10.0.0.1'))
    expect(() => places.take(from('10.0.0.1'))).toThrow(full)
    places.take(from('10.0.0.2'))
    leave()
    places.take(from('10.0.0.1'))
    // One network of IPv6 is one client.
    places.take(from('2001:db8::1'))
    places.take(from('2001:db8::2'))
    expect(() => places.take(from('2001:db8::3'))).toThrow(full)
  })

  it('are at least one for each', () => {
    const settings = { GLOSS_KEY: 'correct horse', GLOSS_CLIENT_SHARE: '0.01' }
    const places = createPlaces(config(settings), { what: 'things', most: 3 })
    places.take(from('10.0.0.1'))
    expect(() => places.take(from('10.0.0.1'))).toThrow(full)
  })
})
