import { describe, expect, it } from 'vitest'
import { describeLabelled } from '../../fixtures/labelled-papers.ts'
import { hasShared, orSkipped } from '../../fixtures/shared.ts'

describe.skipIf(!hasShared)(orSkipped('the labelled papers'), () => {
  it('have the title, the start of the abstract and the year that a reader sees', async () => {
    const { title, abstract, year } = await describeLabelled()
    expect({ title, abstract, year }).toEqual({
      title: { right: 14, of: 14 },
      abstract: { right: 14, of: 14 },
      year: { right: 9, of: 9 },
    })
  })
})
