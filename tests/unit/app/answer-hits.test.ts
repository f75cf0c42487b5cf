/** What becomes of a ranking when its hits are shown: asides behind text, a place once, the sentence with its own span. */
import { describe, expect, it } from 'vitest'
import { answerHits, type FoundHit } from '../../../app/wiring/answer-hit.ts'
import { ASIDE, type Unit, unitsOf } from '../../../corpus/index.ts'
import { termedSentences } from '../../../retrieval/index.ts'

const THANKS = 'We thank the council for the grant that paid for the lupeol.'
const FINDING = 'The palms were old. Lupeol inhibited the enzyme by 40 %.'

function found(text: string, score: number, given: Partial<Unit> = {}): FoundHit {
  const [unit] = unitsOf('p', [
    {
      ...{ kind: 'passage', name: 'PASSAGE', year: 2020, locator: '', topic: '', page: 1, made: 'passage' },
      ...{ text, start: 100, end: 100 + text.length },
      ...given,
    },
  ])
  const sheet = {
    unit: unit!,
    title: 'T',
    document: null,
    year: 2020,
    sentences: () => termedSentences(text),
  }
  return { hit: { rank: 1, score, unit: unit!.id, paper: 'p', why: {} } as FoundHit['hit'], sheet }
}
const shown = (...hits: FoundHit[]) =>
  answerHits(hits, { query: 'How strongly did lupeol inhibit it?', k: 10 })

describe('shown hits', () => {
  it('have asides behind text that is about as good', () => {
    const aside = found(THANKS, 0.9, { name: ASIDE, start: 500, end: 500 + THANKS.length })
    expect(shown(aside, found(FINDING, 0.8)).map(({ text }) => text)).toEqual([FINDING, THANKS])
  })

  it('mark the sentence by its own span', () => {
    const [{ sentence }] = shown(found(FINDING, 0.8)) as [ReturnType<typeof shown>[number]]
    expect(sentence).toEqual({ text: 'Lupeol inhibited the enzyme by 40 %.', span: [120, 156] })
  })

  it.each([
    { name: 'a model wrote', given: { made: 'llm:m:1' } },
    { name: 'has no place', given: { start: null, end: null } },
  ])('have no span for the sentence of a unit that $name', ({ given }) => {
    expect(shown(found(FINDING, 0.8, given))[0]!.sentence.span).toBeNull()
  })

  it('carry our reading beside the quotation', () => {
    expect(shown(found(FINDING, 0.8, { reading: 'As we read it.' }))[0]).toMatchObject({
      text: FINDING,
      reading: 'As we read it.',
    })
  })
})
