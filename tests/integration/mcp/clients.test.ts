/** Tests the calls of an agent with the official clients of both eras, over both transports. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AGENT_TOOLS, ERAS, listenToSamples, openMcp } from '../../fixtures/mcp-clients.ts'

const QUESTION = 'Which isoform of AKT does lupeol spare?'

let served: Awaited<ReturnType<typeof listenToSamples>>
beforeAll(async () => {
  served = await listenToSamples()
})
afterAll(() => served.close())

const CASES = ERAS.flatMap((era) => (['http', 'stdio'] as const).map((transport) => ({ era, transport })))

describe.each(CASES)('a client of $era over $transport', ({ era, transport }) => {
  const open = () =>
    openMcp(transport === 'http' ? { url: served.url } : { workspace: served.workspace }, era)

  it('searches, reads a hit, sees its page, and gets errors with codes', async () => {
    await using client = await open()
    const names = (await client.tools()).map(({ name }) => name)
    expect(names).toEqual(AGENT_TOOLS)

    const { value: found } = await client.call('search', { query: QUESTION, k: 3 })
    const [hit] = found['hits'] as unknown as { unit: string; paper: string; text: string }[]
    expect(hit?.text).toContain('AKT2')

    const { value: read } = await client.call('read', { unit: hit?.unit })
    expect(read['units']).toMatchObject([{ unit: hit?.unit, text: hit?.text }])

    const { picture, value: shown } = await client.call('show', { unit: hit?.unit })
    expect(picture?.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect(shown).toMatchObject({ paper: hit?.paper, isMarked: true })

    const { isError, value: refused } = await client.call('read', { unit: 'abcdef' })
    expect(isError).toBe(true)
    expect(refused['error']).toMatchObject({ code: 'UNIT_NOT_FOUND', retry: false })
  })
})
