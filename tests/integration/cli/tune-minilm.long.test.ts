/** `gloss tune` with MiniLM on real abstracts. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasShared, orSkipped, sharedPath } from '../../../scripts/lib/shared.ts'
import { answerOf } from '../../fixtures/run-cli.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const ABSTRACTS = 200
const MOST_CPU_SECONDS = 300

describe.skipIf(!hasShared)(orSkipped('gloss tune with MiniLM'), () => {
  it(`learns ${ABSTRACTS} abstracts within its time, and agrees better with MiniLM on others`, async () => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, 'set'))
    const lines = readFileSync(sharedPath('data', 'scifact', 'corpus.jsonl'), 'utf8').split('\n')
    writeFileSync(join(cwd, 'set', 'corpus.jsonl'), lines.slice(0, ABSTRACTS).join('\n'))
    await answerOf(['import', 'set', '--format', 'beir', '--corpus', 'main'], { cwd })
    const env = { GLOSS_MODELS: sharedPath('models') }
    const tuned = await answerOf<{
      embedder: string
      cpuSeconds: number
      heldOut: { before: { overlap: number }; after: { overlap: number } }
    }>(['tune'], { cwd, env })
    console.log(JSON.stringify(tuned))
    expect(tuned.embedder).toContain('+tuned-')
    expect(tuned.heldOut.after.overlap).toBeGreaterThan(tuned.heldOut.before.overlap)
    expect(tuned.cpuSeconds).toBeLessThan(MOST_CPU_SECONDS)
  })
})
