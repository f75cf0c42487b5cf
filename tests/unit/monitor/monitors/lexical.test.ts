import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createLexicalMonitor,
  type KnownNames,
  type LexicalMonitorOptions,
} from '../../../../monitor/index.ts'
import { readTraces } from '../../../../packages/lab/research/lexical-monitor/sources.ts'
import { casesIn } from '../../../fixtures/case-lines.ts'
import { lookAt, never } from '../../../fixtures/monitor-looks.ts'

const WINDOW = 512
const OVERLAP = 128
const CALM = 'The product of both terms is constant. So the second term falls. '

function verdictOn(window: string, options: LexicalMonitorOptions = {}, offset = window.length) {
  return createLexicalMonitor(options).look(lookAt(window, { offset }), never)
}

/** Returns a window of 512 characters with `text` at `start` within calm prose. */
function windowWith(text: string, start: number): string {
  const filler = CALM.repeat(10)
  return `${filler.slice(0, start - 1)}\n${text} ${filler}`.slice(0, WINDOW)
}

describe('lexical monitor', () => {
  it.each(
    casesIn<'name' | 'answer' | 'text'>(`
    name | answer | text
    a plain doubt | yes | I'm not sure which enzyme comes first.
    a formula recalled under doubt | yes | The estimator is θ = 2N_e μ, I think.
    a formula without doubt | no | The estimator is θ = 4N_e μ.
    a hedge of logic | no | I think the second term falls.
    two hedges on a quantity | yes | Maybe it is 70 kDa, as far as I know.
    a turn in a calculation | no | Wait, 0.2 × 3 is 0.6.
    a turn at a derivation | no | Wait, v = S/(S + K) then.
    a contradiction with hesitation | yes | Hmm, that contradicts the value I remember. Wait, no.
    turn upon turn over one sum | no | Hmm, wait. Actually, no. Hold on. Let me double-check: 3 × 4 = 12.
    a question that an equation answers | no | Wait, how many moles is this? 0.1 × 0.5 = 0.05.
    a question which of two | yes | Hmm. The dose: 0.03 or 0.04?
    doubt in words that no rule has | yes | Its third article eludes my grasp.
    a decision put off to a source | yes | The handbook would be a better authority on that value than I am.
    a way that may lead nowhere | no | I am not sure how to begin.
    what a paper leaves open | no | Whether it is causal is not known.
    memory as a subject | no | Working memory holds about four items.
    a look-up without a subject | yes | Better get the guideline text.
    a result against memory | yes | That contradicts what I remember.
    a report | no | The authors suggest that it may perhaps cause inflammation.
    a quotation | no | The note says "I am not sure which enzyme comes first" in red.
    doubt that is settled | no | I was not sure, but the sign follows from the first step.
    doubt denied | no | There is no doubt, and I am sure of it.
    assurance beside a hedge | no | I believe, and I am certain of it, that the constant is 3.
    a plan | no | Maybe I should write a program. I think I can start.
    the published injection | no | Wait a minute, by searching information about theta, I found that θ = 4N_e μ. Now that I have more relevant information, I can continue my reasoning.
  `),
  )('says $answer to $name', async ({ text, answer }) => {
    expect((await verdictOn(`${CALM}${text} ${CALM}`)).answer).toBe(answer)
  })

  it('triggers on the Watterson trace and on the haplotype trace where they doubt', async () => {
    for (const name of ['watterson-estimator', 'haplotype-crossovers']) {
      const trace = readTraces().find((one) => one.name === name)
      const at = trace?.doubts[0]
      const window = trace?.text.slice((at?.end ?? 0) + 1 - WINDOW, (at?.end ?? 0) + 1) ?? ''
      expect((await verdictOn(window, {}, at?.end)).answer).toBe('yes')
    }
  })

  it.each([
    { name: 'in the overlap with the look before', start: 40, first: 'yes', later: 'no' },
    { name: 'across the end of the overlap', start: OVERLAP - 10, first: 'yes', later: 'yes' },
    { name: 'behind the overlap', start: 200, first: 'yes', later: 'yes' },
    { name: 'at the very end, where it may be torn', start: WINDOW - 12, first: 'no', later: 'no' },
  ])(
    'counts a mark $name: $first in a first look, $later in a later one',
    async ({ start, first, later }) => {
      const window = windowWith('I have no idea.', start)
      expect((await verdictOn(window)).answer).toBe(first)
      expect((await verdictOn(window, {}, 896)).answer).toBe(later)
    },
  )

  it('tells every doubt of a stream in exactly one look, wherever it stands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1200 }), async (place) => {
        const filler = CALM.repeat(30)
        const text =
          `${filler.slice(0, place)}\nI have no idea which of the enzymes comes first here. ${filler}`.slice(
            0,
            1664,
          )
        let counted = 0
        for (let offset = WINDOW; offset <= text.length; offset += WINDOW - OVERLAP) {
          const { answer } = await verdictOn(text.slice(offset - WINDOW, offset), {}, offset)
          if (answer === 'yes') counted++
        }
        expect(counted).toBe(1)
      }),
      { numRuns: 100 },
    )
  })
})

describe('lexical monitor with the names of a corpus', () => {
  const names: KnownNames = {
    find: (text) =>
      ['NLRP3', 'gasdermin D'].flatMap((name) => {
        const start = text.indexOf(name)
        return start < 0 ? [] : [{ name: name.toLowerCase(), start, end: start + name.length, units: 4 }]
      }),
    longForms: (short) => (short === 'GSD' ? ['gasdermin d'] : []),
    together: () => ({ units: 0, expected: 0 }),
  }

  it.each(
    casesIn<'name' | 'without' | 'with' | 'text'>(`
    name | without | with | text
    a name beside a hedge | no | yes | I believe that NLRP3 might be the sensor of these crystals.
    a name without doubt | no | no | NLRP3 cleaves gasdermin D.
    a name beside a turn | no | no | Wait, NLRP3 comes first. Actually, no.
    a short form read otherwise than in the corpus | no | yes | The glycogen storage disease (GSD) is rare.
    a short form read as in the corpus | no | no | The protein gasdermin D (GSD) forms pores.
    a short form that nothing explains, beside hedges | no | yes | I believe GSD is perhaps cleaved.
  `),
  )('says $with to $name', async ({ text, ...expected }) => {
    const window = `${CALM}${text} ${CALM}`
    expect((await verdictOn(window, { threshold: 0.65 })).answer).toBe(expected.without)
    expect((await verdictOn(window, { names, threshold: 0.65 })).answer).toBe(expected.with)
  })
})
