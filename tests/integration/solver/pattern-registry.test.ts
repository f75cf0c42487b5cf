/** A further pattern is one folder and one line: a tiny one that is added to the list here is known to the command line, the service, traces, ablations and docs. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { askTurn } from '../../../solver/ask-turn.ts'
import { definePattern, NO_NEEDS } from '../../../solver/pattern.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const tiny = definePattern(
  z
    .strictObject({ guesses: z.number().int().min(1).max(9).default(1).describe('How often it guesses.') })
    .readonly(),
  {
    name: 'tiny',
    title: 'Tiny',
    summary: 'Guesses.',
    roles: [{ name: 'guesser', does: 'guesses', fallback: 'proposer', isAgent: false }],
    presets: { lean: { summary: 'one guess', settings: { guesses: 1 } } },
    async run({ text }, _, runner) {
      runner.stage('guess')
      const request = { messages: [{ role: 'user' as const, content: text }] }
      const { text: answer } = await askTurn(runner, { path: 'guess/0', role: 'guesser', request })
      runner.report('guess/0', 'guess-row', { round: 1, said: answer.length })
      return { answer, answerPath: 'guess/0', details: null }
    },
    needs: () => NO_NEEDS,
    needsSearchEngine: false,
    mostTurns: ({ guesses }) => [{ role: 'guesser', turns: guesses, completionTokens: 7 }],
    calls: '`guesses`',
    publishedCost: null,
    ablations: [{ table: 'often', name: 'nine', settings: { guesses: 9 } }],
    page: {
      column: null,
      columnSetting: null,
      stages: [{ stage: 'guess', heading: 'Guess', status: 'Guessing' }],
      tables: [
        {
          kind: 'guess-row',
          caption: 'Guesses',
          columns: [
            { field: 'round', label: 'round' },
            { field: 'said', label: 'characters' },
          ],
        },
      ],
      fields: [],
    },
    demonstration: {
      script: new URL('../../fixtures/tiny-demonstration.json', import.meta.url),
      settings: {},
    },
  },
)

const LIST = '../../../solver/pattern-list.ts'

beforeAll(() => {
  vi.resetModules()
  vi.doMock(LIST, async (original) => {
    const { PATTERN_LIST } = await original<{ readonly PATTERN_LIST: readonly object[] }>()
    return { PATTERN_LIST: [...PATTERN_LIST, tiny] }
  })
})
afterAll(() => {
  vi.doUnmock(LIST)
  vi.resetModules()
})

describe('a pattern that was added to the list', () => {
  it('is solved, shown and ablated by the command line, which names it where another is asked for', async () => {
    const { answerOf, runCli } = await import('../../fixtures/run-cli.ts')
    const options = { cwd: temporaryFolder() }
    const run = await answerOf<Record<string, unknown>>(['solve', '--demo', '--pattern', 'tiny'], options)
    expect(run).toMatchObject({
      pattern: 'tiny',
      status: 'done',
      answer: 'Final Answer: 3',
      ledger: { guesser: { calls: 1 } },
      stages: { guess: { calls: 1 } },
    })
    const shown = await runCli(['runs', 'show', String(run['run'])], options)
    expect(shown.stdout).toMatch(/Guesses:[\s\S]*\| round \| characters \|[\s\S]*\| 1 \| 15 \|/)
    const unknown = await runCli(['solve', 'x', '--pattern', 'huge'], options)
    expect(unknown.stderr).toMatch(/eigen1, (?:\w+, )*single, (?:\w+, )*tiny/)
    const preset = await runCli(['solve', 'x', '--pattern', 'tiny', '--preset', 'fat'], options)
    expect(preset).toMatchObject({ code: 2, stderr: expect.stringContaining('its presets are lean') })
    const setting = await runCli(['solve', 'x', '--pattern', 'tiny', '--set', 'proposers=3'], options)
    expect(setting).toMatchObject({ code: 2, stderr: expect.stringContaining('The settings are guesses') })
    const help = await runCli(['ablate', '--help'], options)
    expect(help.stdout.replace(/\s+/g, ' ')).toContain('tiny: often')
  })

  it('has its grid, its model, its projection and its rows in the docs', async () => {
    const { gridRows } = await import('../../../app/evaluate/ablation-grid.ts')
    expect(gridRows({ pattern: 'tiny' }).map(({ name }) => name)).toEqual(['often:nine'])
    const { patternRolesFile } = await import('../../../scripts/dev/gen-pattern-roles.ts')
    expect(patternRolesFile()).toContain('"guesser"')
    const { patternsPart, patternSettingsPart } = await import('../../../scripts/dev/docs/patterns.ts')
    expect(patternsPart()).toMatch(/\| `tiny` \| Guesses\. \| `guesser` guesses \(model of the proposer/)
    expect(patternSettingsPart()).toContain('| `guesses` | `--set guesses=…` | 1 | How often it guesses. |')
  })

  it('is listed and run by the service, with the shape of its page', async () => {
    const { openServedSolver, allEvents, jsonOf } = await import('../../fixtures/served-solver.ts')
    const { origin } = await openServedSolver({}, { papers: [] })
    const { patterns } = (await jsonOf(`${origin}/patterns`)) as {
      readonly patterns: readonly { name: string }[]
    }
    expect(patterns.map(({ name }) => name).slice(-1)).toEqual(['tiny'])
    const events = await allEvents(`${origin}/solve/demonstration`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ pattern: 'tiny' }),
    })
    const of = (type: string) => events.find((event) => event.type === type)?.data
    expect(of('run')).toMatchObject({ pattern: 'tiny', shape: { stages: [{ heading: 'Guess' }] } })
    expect(of('turn')).toMatchObject({ role: 'guesser', text: 'Final Answer: 3', candidate: null })
    expect(of('guess-row')).toMatchObject({ round: 1, said: 15 })
    expect(of('answer')).toMatchObject({ status: 'done', answer: 'Final Answer: 3' })
  })
})

it('a single shot is demonstrated without a model', async () => {
  const { answerOf } = await import('../../fixtures/run-cli.ts')
  const run = await answerOf(['solve', '--demo', '--pattern', 'single'], { cwd: temporaryFolder() })
  expect(run).toMatchObject({
    pattern: 'single',
    answer: expect.stringMatching(/Final Answer: 32$/),
    ledger: { solver: { calls: 1 } },
  })
})
