/** Parser and Judge: their published prompts, the lines they get, one repair each, and unreadable answers. */

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chatPlaying, type Play, saying } from '../../../../../../tests/fakes/playing-chat.ts'
import { hasShared, orSkipped, sharedPath } from '../../../../../../tests/fixtures/shared.ts'
import { createStarVerifier } from '../../../../evaluation/index.ts'
import { starPrompt } from '../../../../evaluation/rws/prompts.ts'

const signal = new AbortController().signal
const PARSED = JSON.stringify({ pred_norm: 'wind accelerates', gt_norm: 'wind speeds up', type: 'text' })
const judged = (verdict: string, confidence: unknown = 0.9) =>
  JSON.stringify({ verdict, confidence, pred_extracted: 'a', gt_extracted: 'b' })

function verifying(...plays: readonly Play[]) {
  const chat = chatPlaying(...plays)
  const verifier = createStarVerifier({ parser: chat, judge: chat, modes: new Map() })
  const order = { output: 'The wind accelerates', gold: 'The wind speeds up', type: 'text' as const }
  return { chat, said: () => verifier.verify(order, signal) }
}

describe.skipIf(!hasShared)(orSkipped('S20 prompts of Parser and Judge'), () => {
  it.each(['RWS_PARSER', 'RWS_JUDGE'] as const)('%s is the published text, with its hash', (name) => {
    const { text, hash } = starSpecificationPrompt(name)
    expect(starPrompt(name).text).toBe(text)
    expect(starPrompt(name).hash.startsWith(hash)).toBe(true)
  })
})

describe('S43 Parser and Judge', () => {
  it('have one repair each', async () => {
    const { chat, said } = verifying(
      saying('no JSON'),
      saying(PARSED),
      saying(judged('perhaps')),
      saying(judged('incorrect')),
    )
    expect((await said()).verdict).toBe('incorrect')
    expect(chat.requests).toHaveLength(4)
  })
})

describe('what Parser and Judge say', () => {
  it.each([
    { name: 'above 1', confidence: 1.01 },
    { name: 'below 0', confidence: -0.01 },
    { name: 'absent', confidence: null },
    { name: 'no number', confidence: 'high' },
  ])('is not read with a confidence $name', async ({ confidence }) => {
    const said = saying(judged('correct', confidence))
    expect(await verifying(saying(PARSED), said, said).said()).toMatchObject({
      verdict: 'undecided',
      confidence: null,
      failure: 'model_answer_invalid',
    })
  })
})

/** Returns a prompt of Reasoning With a Star as its specification prints it, decoded by the specification's rules. */
function starSpecificationPrompt(name: string): { readonly text: string; readonly hash: string } {
  const specification = readFileSync(sharedPath('specs', 'reasoning-with-a-star.md'), 'utf8')
  const found = new RegExp(`=== ${name} \\| [^|]+ \\| (\\w{8}) === ([\\s\\S]*?)(?=\\n===|\\n\`\`\`)`).exec(
    specification,
  )
  const [, hash = '', printed = ''] = found ?? []
  const text = printed.replaceAll('\\n\n', '\\n').replaceAll('\n', ' ').replace(/ *⏎ */g, '\n').trim()
  return { text, hash }
}
