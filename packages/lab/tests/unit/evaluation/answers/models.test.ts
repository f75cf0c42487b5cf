import { describe, expect, it } from 'vitest'
import { publishedPrompt } from '../../../../../../tests/fixtures/published-prompt.ts'
import { hasShared, orSkipped } from '../../../../../../tests/fixtures/shared.ts'
import { gradingPrompt } from '../../../../evaluation/answers/prompts.ts'

describe.skipIf(!hasShared)(orSkipped('prompts of the graders against the specification'), () => {
  it.each(['P-JUDGE', 'P-ACCURACY', 'P-CONSISTENCY'] as const)(
    '%s is the published text, byte for byte',
    (name) => {
      expect(gradingPrompt(name).text).toBe(publishedPrompt(name))
    },
  )
})

// Hashes of the texts as compared with the specification, which most machines lack.
it.each([
  { name: 'P-JUDGE', hash: 'ee91c904f840f2fe30bc196763b7f73d' },
  { name: 'P-ACCURACY', hash: 'c456a9ce421957cc178496dc140e2de9' },
  { name: 'P-CONSISTENCY', hash: 'fc3a341d97324a36417668b7d5d9cdf5' },
] as const)('$name keeps its bytes', ({ name, hash }) => {
  expect(gradingPrompt(name).hash).toBe(hash)
})
