/** Every table, page and picture of a report on answers, from one report that has something to say everywhere. */
import { describe, expect, it } from 'vitest'
import { openSvgPlots } from '../../../../evaluation/adapters/svg-plots.ts'
import { answersPictures, answersTables, markdownAnswers } from '../../../../evaluation/index.ts'
import type { AnswerPlots } from '../../../../evaluation/report/ports.ts'
import { FULL_REPORT } from '../../../fixtures/full-report.ts'

const TABLES = `# What was measured (8 of 9 runs are known)
what | value | runs
backend | auto | all

# Accuracy, with 95 % intervals
setting | accuracy % | right | unjudged | Pass@2 % | Pass@10 % | oracle % | RMS error % | ECE %
a | 50.0 [23.7, 76.3] | 5 of 10 | 0 | 10.0 | 50.0 | – | – | –
b | 60.0 [31.3, 83.2] | 6 of 10 | 0 | 10.0 | – | – | 50.0 | 25.0
c | – | 0 of 0 | 0 | – | – | – | – | –

# Accuracy by category, with 95 % intervals
setting | category | accuracy % | right | unjudged
a | Biology | 57.1 [25.0, 84.2] | 4 of 7 | 0
a | Chemistry | 33.3 [6.1, 79.2] | 1 of 3 | 0

# Accuracy, tokens and steps of a question; saved against "a"
setting | accuracy % | K tokens | without helpers | K prompt tokens | steps | cost | tokens saved % | steps saved %
a | 50.0 [23.7, 76.3] | 2.0 | 1.5 | 3.0 | 10.0 | $0.50 | – | –
b | 60.0 [31.3, 83.2] | 1.5 | 1.0 | 3.0 | 12.0 | $0.50 | 25.0 | -20.0

# Choice among the candidates of a run, with 95 % intervals; what is unjudged counts as not right
setting | runs | n | Pass@1 % | Pass@n % | hit rate % | right of n | without candidates | unjudged | judge errors
a | 10 | 3 to 5 | 40.0 [16.8, 68.7], 4 of 10 | 80.0 [49.0, 94.3], 8 of 10 | 50.0 [21.5, 78.5], 4 of 8 | 1.26 | 1 | 2 | 3

# Runs by right candidates (of these answered right)
setting | 0 right | 1 right
a | 2 (0) | 6 (3)

# What a run and a right answer take, graders left out
setting | right | calls of a run | tokens | seconds | cost | calls of a right answer | tokens | seconds | cost
a | 2 of 4 | 12.3 | 1235 | 56.8 | $1.23 | 12.3 | 1235 | – | not known
b | 0 of 4 | 12.3 | 1235 | 56.8 | $1.23 | – | – | – | –

# Solved by one setting and not by another
setting | solved | by no other | not by a | not by b
a | 3 of 4 | 2 |  | 2
b | 1 of 4 | 0 | 0 | 

# Pairs of settings, on the questions that all were asked
one | other | only one | only other | difference, points | p | p (Holm)
a | b | 2 | 0 | 50.0 [25.0, 75.0] | 0.1235 | 0.5000

# Tool calls of a run by stage
setting | stage | tool | calls of a run
a | solve | search | 1.23
a | check | code | 0.00

# Evidence that was asked for
setting | runs | looks | triggers | injections | searches by code | asked and never helped
a | 3 | 9 | 4 | 2 | 1 | 0

# Tokens of a question by role
setting | role | kind | calls | K prompt tokens | K completion tokens | cost
a | proposer | agent | 2.5 | 1.3 | 5.0 | not known
b | proposer | agent | 2.5 | 1.3 | 5.0 | not known

# Monitor, per 10,000 characters of the watched agents
setting | K characters | triggers | injections | tokens each | extra tokens
a | 12.3 | 3.64 | 1.82 | – | 641.3

# Answers that a stage changed
setting | stage | changed | wrong to right | right to wrong | wrong to wrong | right to right | unjudged
a | refine | 15 of 20 | 1 | 2 | 3 | 4 | 5

# Agreement against accuracy
task | questions | slope | r
reasoning | 3 | 0.369 [0.123, 0.600] | –

# Types of error (3 of 4 failures labelled)
error type | failures | % of labelled
reasoning process | 2 | 66.67
reasoning and knowledge together | 1 | 33.33

# Published on these questions (Paper): conditions
what | value
judge | o3-mini

# Published on these questions (Paper): systems
system | model | accuracy % | table
first | Base | 48.30 | A4
second | – | 30.26 | 2

# Published on these questions (Paper): ablations
setting | accuracy % | K tokens | steps | table
plain | 25.3 | – | – | A5

# Published by the papers on other questions, not measured here
pattern | row | model | questions | n | Pass@1 % | Pass@n % | hit rate % | where
p | – | m | set | not printed | 48.30 | – | 70.83 | Paper, Table 2

# Published by the papers: questions with so many right candidates (of these answered right)
pattern | model | questions | 1 right | 2 right | where
p | m | set | 5 (1) | 4 (0) | Paper, Tables 13`

describe('the tables of a report', () => {
  const tables = answersTables(FULL_REPORT)

  it('have a title and a head each, and cells under all of it', () => {
    const text = tables.map(({ title, rows }) =>
      [`# ${title}`, ...rows.map((row) => row.join(' | '))].join('\n'),
    )
    expect(text.join('\n\n')).toBe(TABLES)
  })
})

it('the page has its parts in their order, and says how it was measured', () => {
  const page = markdownAnswers(FULL_REPORT, [{ file: 'x.svg', title: 'A [picture]' }])
  const parts = page.split('\n\n').filter((part) => /^(?:#|!|Of the)/.test(part))
  const titles = answersTables(FULL_REPORT).map(({ title }) => `## ${title}`)
  const order = parts.map((part) => part.split('\n')[0] ?? '').filter((part) => !titles.includes(part))
  expect(order.map((part) => part.slice(0, 18))).toEqual([
    '# Answers',
    '## Graded by',
    '## Never worked',
    '![A \\[picture\\]](x',
    '## Left out',
    'Of the 4 questions',
    '## What to know of',
    '## How it is measu',
  ])
  for (const said of [
    '2 questions (set \\| x), 1 run of each',
    '- model\\_timeout: 2',
    '- One note.',
    'a, 2 of 3 runs: No page.',
  ])
    expect(page).toContain(said)
})

it('the pictures are drawn of the same figures', () => {
  /** Draws nothing: a picture is the JSON of its parts. */
  const drawn = (title: string, ...parts: readonly unknown[]) => JSON.stringify([title, ...parts])
  const plots: unknown = { shares: drawn, calibration: drawn, split: drawn, agreement: drawn, overlap: drawn }
  const pictures = answersPictures(FULL_REPORT, plots as AnswerPlots)
  const partsOf = (file: string) =>
    JSON.parse(pictures.find((picture) => picture.file === file)!.svg).slice(1)
  expect(pictures.map(({ file }) => file)).toEqual([
    'accuracy.svg',
    'calibration-2.svg',
    'tokens.svg',
    'selection.svg',
    'right-candidates.svg',
    'tools.svg',
    'overlap.svg',
    'agreement.svg',
    'error-types.svg',
  ])
  expect(partsOf('accuracy.svg')[0].map(({ name }: { name: string }) => name)).toEqual(['a', 'b'])
  expect(partsOf('selection.svg')[0].map(({ name }: { name: string }) => name)).toEqual([
    'a: Pass@1',
    'a: Pass@n',
    'a: hit rate',
  ])
  expect(partsOf('tokens.svg')[1][0]).toEqual({
    ...{ setting: 'a', name: 'proposer', first: 1.25, second: 4.96, words: '1.3 + 5.0' },
  })
  expect(partsOf('tools.svg')[1]).toMatchObject([
    { setting: 'a', name: 'solve', first: 0, second: 1.234 },
    { setting: 'a', name: 'check' },
  ])
  expect(partsOf('right-candidates.svg')[1][1]).toMatchObject({ name: '1 right', first: 3, second: 3 })
  expect(partsOf('overlap.svg')[0]).toContainEqual({ setting: 'a', other: 'b', count: 2 })
})

describe('pictures as SVG', () => {
  it('have a bar and an interval for each setting, and nothing of the paper', async () => {
    const svg = answersPictures(FULL_REPORT, await openSvgPlots())[0]?.svg ?? ''
    expect(svg.match(/<rect /g)).toHaveLength(2)
    expect(svg).not.toMatch(/<circle |paper/)
    expect(svg).toContain('60.0 % (6 of 10)')
  })

  it('hold names of any kind', async () => {
    const named = { ...FULL_REPORT.settings[0]!, name: 'a <b> & "c" \u0007 ' }
    const [picture] = answersPictures({ ...FULL_REPORT, settings: [named] }, await openSvgPlots())
    expect(picture?.svg).toContain('a &lt;b&gt; &amp; "c" \uFFFD')
    expect(picture?.svg).not.toContain('\u0007')
  })
})
