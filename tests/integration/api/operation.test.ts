import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXPERIMENTAL_BACKENDS, EXPERIMENTAL_MONITORS } from '../../../app/index.ts'
import { type Served, samplePaper, serve } from '../../fixtures/served-samples.ts'

let served: Served
beforeAll(async () => {
  served = await serve({}, { papers: [samplePaper('bark-extract-lupeol')] })
})
afterAll(() => served.close())

describe('operation', () => {
  it('is healthy and ready', async () => {
    expect((await served.server.inject('/health')).json()).toEqual({ status: 'ok' })
    expect((await served.server.inject('/ready')).json()).toEqual({ status: 'ready' })
  })

  it('counts requests by route, stages and what the corpus holds', async () => {
    await served.server.inject('/retrieve?q=bark')
    await served.server.inject('/retrieve?q=bark')
    await served.server.inject('/nothing')
    const { payload, headers } = await served.server.inject('/metrics')
    expect(headers['content-type']).toContain('text/plain')
    expect(payload).toContain('gloss_http_requests_total{method="GET",route="/retrieve",status="200"} 2')
    expect(payload).toContain('gloss_http_requests_total{method="GET",route="none",status="404"} 1')
    expect(payload).toContain('gloss_retrieval_answers_total{cache="hit"} 1')
    expect(payload).toContain('gloss_retrieval_stage_seconds_count{stage="search"} 1')
    expect(payload).toContain('gloss_corpus_papers{corpus="main",state="kept"} 1')
  })

  it('shows the description to people without fetching anything from elsewhere', async () => {
    const { payload, statusCode } = await served.server.inject('/docs/')
    expect(statusCode).toBe(200)
    expect(payload).not.toMatch(/(?:src|href)="https?:/)
  })

  it.each([
    { names: EXPERIMENTAL_BACKENDS, operations: 9 },
    { names: EXPERIMENTAL_MONITORS, operations: 2 },
  ])('marks $names as experimental wherever a request takes them', async ({ names, operations }) => {
    const { paths, components } = (await served.server.inject('/openapi.json')).json()
    const isWhole = (_: string, value: unknown) => {
      const [, name] = /^#\/components\/schemas\/(.*)$/.exec(String(Object(value).$ref)) ?? []
      return name === undefined ? value : { ...(value as object), $ref: components.schemas[name] }
    }
    const requests = Object.values<Record<string, { parameters?: unknown; requestBody?: unknown }>>(paths)
      .flatMap((path) => Object.values(path))
      .map(({ parameters, requestBody }) => JSON.stringify({ parameters, requestBody }, isWhole))
      .filter((request) => names.some((name) => request.includes(`"${name}"`)))
    expect(requests).toHaveLength(operations)
    for (const request of requests) expect(request).toContain(`; experimental: ${names.join(', ')}.`)
  })
})
