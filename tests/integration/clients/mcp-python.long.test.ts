/** The official `mcp` client for Python, of both eras over both transports. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AGENT_TOOLS, command, listenToSamples } from '../../fixtures/mcp-clients.ts'
import { callMcpWithPython, hasPythonMcp, orWithoutPython } from '../../fixtures/python-clients.ts'

describe.skipIf(!hasPythonMcp)(orWithoutPython('the mcp client for Python'), () => {
  let served: Awaited<ReturnType<typeof listenToSamples>>
  beforeAll(async () => {
    served = await listenToSamples()
  })
  afterAll(() => served.close())

  it.each([
    { mode: 'auto', transport: 'http', protocol: '2026-07-28' },
    { mode: 'auto', transport: 'stdio', protocol: '2026-07-28' },
    { mode: 'legacy', transport: 'http', protocol: '2025-11-25' },
    { mode: 'legacy', transport: 'stdio', protocol: '2025-11-25' },
  ] as const)('speaks $protocol over $transport', async ({ mode, transport, protocol }) => {
    const { command: node, args } = command({ workspace: served.workspace })
    const target = transport === 'http' ? ['http', served.url] : ['stdio', node, ...args]
    const seen = await callMcpWithPython(mode, target)
    expect(seen).toMatchObject({ protocol, pictures: ['text', 'image'], code: 'UNIT_NOT_FOUND' })
    expect(seen['tools']).toEqual(AGENT_TOOLS)
    expect(seen['ranks']).toEqual(
      Array.from({ length: (seen['ranks'] as number[]).length }, (_, at) => at + 1),
    )
  })
})
