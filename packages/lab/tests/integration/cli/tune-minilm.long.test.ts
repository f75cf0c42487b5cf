/** `gloss tune` with MiniLM on real abstracts. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answerOf, lastObject, runCli } from '../../../../../tests/fixtures/run-cli.ts'
import { hasShared, orSkipped, sharedPath } from '../../../../../tests/fixtures/shared.ts'
import { temporaryFolder } from '../../../../../tests/fixtures/temporary-folder.ts'

const ABSTRACTS = 200

describe.skipIf(!hasShared)(orSkipped('gloss tune with MiniLM'), () => {
  it(`learns ${ABSTRACTS} abstracts, and is kept only if it agrees better with MiniLM on others`, async () => {
    const cwd = temporaryFolder()
    mkdirSync(join(cwd, 'set'))
    const lines = readFileSync(sharedPath('data', 'scifact', 'corpus.jsonl'), 'utf8').split('\n')
    writeFileSync(join(cwd, 'set', 'corpus.jsonl'), lines.slice(0, ABSTRACTS).join('\n'))
    await answerOf(['import', 'set', '--format', 'beir', '--corpus', 'main'], { cwd })
    const { code, stdout } = await runCli(['tune', '--json'], {
      cwd,
      env: { GLOSS_MODELS: sharedPath('models') },
    })
    const { settings } = await answerOf<{ settings: { embedder: string } }>(['corpus', 'show'], { cwd })
    const { error, heldOut } = lastObject<Outcome>(stdout)
    if (error === undefined) expect(heldOut!.after.overlap).toBeGreaterThan(heldOut!.before.overlap)
    else expect(error.code).toBe('TUNING_FUTILE')
    expect({ isKept: settings.embedder.includes('+tuned-'), code }).toEqual(
      error === undefined ? { isKept: true, code: 0 } : { isKept: false, code: 1 },
    )
  })
})

interface Outcome {
  readonly error?: { readonly code: string }
  readonly heldOut?: {
    readonly before: { readonly overlap: number }
    readonly after: { readonly overlap: number }
  }
}
