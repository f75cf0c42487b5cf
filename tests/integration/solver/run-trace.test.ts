/** What `gloss runs show` and GET /runs/{id}/trace say of a run: what was asked, looked at, decided and measured, in all three forms. */
import { describe, expect, test } from 'vitest'
import { readRunTrace } from '../../../app/index.ts'
import type { ScriptedRequest } from '../../fakes/scripted-llm/server.ts'
import type { RoleScripts } from '../../fakes/scripted-solver.ts'
import { scored, solved } from '../../fixtures/eigen1-run.ts'
import { openSolver, PATIENT, solve, writtenOf } from '../../fixtures/solved-run.ts'
import { HAPLOTYPES } from '../../fixtures/worked-examples.ts'

const OPENING =
  'Each gamete has one crossover, and both chromosomes of an animal may be recombinant. Is that so? '.repeat(
    7,
  )
const INJECTED = 'Wait a minute, I found that a gamete switches once <script>alert(1)</script>.'
const HELPERS = { GLOSS_LLM_QUERIER_MODEL: 'querier', GLOSS_LLM_INJECTOR_MODEL: 'injector' }

const isBegun = (request: ScriptedRequest) => writtenOf(request).includes(OPENING.slice(0, 80))

/** The first response fails once and is corrected from 32 to 30. */
const SCRIPTS: RoleScripts = {
  proposer: (request) => ({ text: isBegun(request) ? ` So it is. ${solved('32')}` : OPENING }),
  monitor: () => ({ text: 'yes' }),
  querier: () => ({ text: 'single crossover gamete' }),
  injector: () => ({ text: INJECTED }),
  evaluator: () => ({ text: scored(4, 2, 1) }),
  corrector: () => ({ text: solved('30') }),
  ranker: () => ({ text: 'I cannot say.' }),
}

async function shown(scripts: RoleScripts = SCRIPTS, question: Parameters<typeof solve>[1] = {}) {
  const solver = await openSolver(scripts, { settings: { ...PATIENT, ...HELPERS } })
  const { id, outcome } = await solve(solver, {
    monitor: 'model',
    settings: { corrects: false, refines: false },
    ...question,
  })
  const trace = await readRunTrace(solver.gloss, id, { marks: [], problems: [] })
  return {
    solver,
    outcome,
    forms: { markdown: trace.markdown(), html: trace.html(), json: JSON.stringify(trace.object) },
  }
}

/** The text of any form: without marks of Markdown, entities and escapes, in one line. */
function plain(form: string): string {
  return form
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&gt;', '>')
    .replace(/\\n/g, ' ')
    .replace(/\\/g, '')
    .replace(/\s+/g, ' ')
}

describe('what a run shows', () => {
  test('is what was asked, each look with what followed, scores, changes (E73), the choice and the conditions (E5)', async () => {
    const { solver, forms } = await shown()
    const { corpus, gloss } = JSON.parse(forms.json).record.conditions[0]
    const prompts: readonly { hash: string }[] = JSON.parse(forms.json).record.conditions[0].prompts
    expect(prompts.length).toBeGreaterThan(5)
    const asked = solver.server.requests.map(
      ({ body }) => body.messages?.find(({ role }) => role === 'user')?.content ?? '',
    )
    for (const [form, text] of Object.entries(forms)) {
      const read = plain(text)
      const has = (part: string) =>
        expect(read.includes(plain(part)), `${form}: ${part.slice(0, 80)}`).toBe(true)
      // Every prompt of an agent and of an evaluator, in full, and of helpers what differs.
      for (const prompt of asked.filter((one) => one.includes(HAPLOTYPES.question))) has(prompt)
      has(OPENING.slice(20, 400))
      has('single crossover gamete')
      has(INJECTED)
      for (const { hash } of prompts) has(hash)
      has(solver.server.url)
      has(gloss.version)
      has('I cannot say.')
      has(corpus.name)
    }
    for (const form of [forms.markdown, forms.html].map(plain)) {
      expect(form).toMatch(/look.{0,40}yes \(yes\); the window: "Each gamete/)
      expect(form).toMatch(/kept [0-9a-f]{32} \(score [\d.]+/)
      expect(form).toMatch(/1.{1,20}1.{1,20}4.{1,20}2.{1,20}1.{1,20}2\.2.{1,20}fails/)
      expect(form).toMatch(/evaluate.{1,20}1.{1,20}32.{1,20}30/)
      expect(form).toMatch(
        /Response \d was chosen by score, agreement and place, because the ranker named none/,
      )
      expect(form).toMatch(/corpus.{1,20}main, seq \d+/)
      expect(form).toMatch(/proposers 2/)
      expect(form).toMatch(/resumed by prefix/)
      expect(form).toMatch(/looks \d+, triggers \d+, queries \d+, injections [1-9]/)
    }
  })

  test('is text on a page, whatever models, papers and people wrote', async () => {
    const { forms } = await shown(SCRIPTS, { text: 'Is <img src=x onerror=alert(1)> "so"?' })
    expect(forms.html).not.toMatch(/<script|<img/)
    expect(forms.html).toContain('&lt;script&gt;alert(1)')
    // Were something not escaped after all, a browser would neither load nor run it.
    expect(forms.html).toMatch(/<meta http-equiv="content-security-policy" content="default-src 'none';/)
    expect(forms.html).toContain('&lt;img src=x')
    const unfenced = forms.markdown.replace(/^(`{3,})\n[\s\S]*?\n\1$/gm, '')
    expect(unfenced).toContain('&lt;img src=x')
    expect(unfenced).toContain('&lt;script>alert(1)')
    expect(unfenced).not.toMatch(/<script|<img/)
  })

  test('begins with what never worked', async () => {
    const { outcome, forms } = await shown({
      ...SCRIPTS,
      monitor: () => ({ fault: { kind: 'status', status: 500 } }),
    })
    const [problem = ''] = outcome.watch?.problems ?? []
    expect(problem).toMatch(/^The monitor could not judge any of \d+ looks: /)
    for (const form of [forms.markdown, forms.html]) {
      expect(plain(form)).toContain(plain(problem))
      expect(form.indexOf('could not judge')).toBeLessThan(form.indexOf('Conditions'))
    }
    expect(forms.json).toContain('could not judge any of')
  })

  test('of a run that failed half-way is what was asked by then', async () => {
    const { forms } = await shown({
      ...SCRIPTS,
      proposer: () => ({ fault: { kind: 'status', status: 401 } }),
    })
    for (const form of Object.values(forms)) {
      expect(plain(form)).toContain(plain(HAPLOTYPES.question))
      expect(form).toContain('propose/0')
      expect(plain(form)).toContain('MODEL_REFUSED')
    }
  })
})
