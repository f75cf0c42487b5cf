/** Prose is seldom taken for an aside: the abstracts of SciFact, which hold little else. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sentences } from '../../../core/index.ts'
import { asideOf } from '../../../ingest/asides.ts'
import { hasShared, orSkipped, sharedPath } from '../../../scripts/lib/shared.ts'

it.skipIf(!hasShared)(
  orSkipped('of the sentences of 5,183 abstracts, about one in 200 is taken for an aside'),
  () => {
    const lines = readFileSync(sharedPath('data', 'scifact', 'corpus.jsonl'), 'utf8')
      .trim()
      .split('\n')
    const stretches = lines.flatMap((line) => {
      const { text } = JSON.parse(line) as { text: string }
      return sentences(text).map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' '))
    })
    expect(stretches).toHaveLength(44_775)
    expect(stretches.filter((stretch) => asideOf(stretch, true) !== null)).toHaveLength(227)
  },
)
