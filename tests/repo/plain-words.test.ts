/** Checks that texts for people are plain English, without idioms that a native reader would stumble over. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT, trackedFiles } from './tracked-files.ts'
import { userText } from './user-text.ts'

/** Folders (with a slash, for the code in them) and files whose texts are checked. Prompts of models are not texts for people. */
const CHECKED: readonly string[] = [
  'cli/',
  'api/',
  'app/',
  'core/',
  'corpus/',
  'models/',
  'ingest/',
  'index/',
  'graph/',
  'solver/',
  'tools/adapters/',
  'tools/sandbox/',
  'comparison/report/',
  'packages/lab/evaluation/',
  'packages/lab/training/',
  'bin/',
  'web/',
  'README.md',
  'CONTRIBUTING.md',
  'docs/ARCHITECTURE.md',
  'docs/GLOSSARY.md',
  'docs/answers.md',
  'docs/asking.md',
  'docs/backends.md',
  'docs/cli.md',
  'docs/comparison.md',
  'docs/config.md',
  'docs/contract.md',
  'docs/costs.md',
  'docs/errors.md',
  'docs/evaluation.md',
  'docs/figures.md',
  'docs/graph.md',
  'docs/ingest.md',
  'docs/pattern-hmaw.md',
  'docs/pattern-pace.md',
  'docs/pattern-phase.md',
  'docs/pattern-schema.md',
  'docs/pattern-single.md',
  'docs/proxy.md',
  'docs/solver.md',
  'docs/solver-service.md',
  'docs/thinking.md',
  'docs/tools.md',
  'docs/training-data.md',
]
const READABLE = /\.(?:ts|js|mjs|html)$/

/** Idioms, each with its replacement. */
const IDIOMS: readonly (readonly [idiom: RegExp, plain: string])[] = [
  [/\b(?:slip(?:s|ped)?|slipping) in\b/i, 'inject'],
  [/\b(?:reads?|reading) along\b/i, 'watch'],
  [/\b(?:go|goes|going|gone|went) on\b/i, 'continue, resume'],
  [/\b(?:do|does) not hold\b/i, 'is invalid'],
  [/\bholds? together\b/i, 'no problems found'],
  [/\blook(?:s|ed)? through\b/i, 'process'],
  [/\basked of\b/i, 'requests to'],
  [/\byour word\b/i, 'your decision'],
  [/\banew\b/i, 'again'],
  [/\bat the most\b/i, 'at most, maximum'],
  [/\bbesides?\b/i, 'next to, in addition to'],
  [/\b(?:whoever|somebody|nobody)\b/i, 'name the person or thing'],
  [/\btold\b/i, 'reported, stated'],
  [/(?<!gloss graph )(?<!correct\|)\bmend(?:s|ed|ing)?\b/i, 'correct, fix'],
  [/\b(?:is|was|are|were) met\b|\bmet (?:in|before|apart)\b/i, 'found, occurs'],
  [/\b(?:put|puts) in(?:to)?\b/i, 'inject'],
  [/\btake(?:s|n)? (?:it |them )?in\b/i, 'import'],
  [/\b(?:brok|break)\w* off\b/i, 'was interrupted'],
  [/\bsomething else than\b/i, 'not a …'],
  [/\bwhat is there\b/i, 'name what exists'],
  [/\bat hand\b/i, 'current, available'],
  [/\bcomes? to (?:its|their) end\b/i, 'finish'],
  // "There is no corpus" is plain; "this is no file" is not.
  [/(?<!\bthere )(?<!\bthat )\b(?:is|are) no (?!longer\b|more\b|less\b)\w/i, 'is not a …'],
]

function idiomsIn(path: string, content: string): string[] {
  return userText(path, content).flatMap(({ line, text }) =>
    IDIOMS.flatMap(([idiom, plain]) => {
      const found = idiom.exec(text)?.[0]
      return found === undefined ? [] : [`${path}:${line}: "${found}" (plain: ${plain}) in: ${text.trim()}`]
    }),
  )
}

const isIn = (path: string, one: string) =>
  one.endsWith('/') ? path.startsWith(one) && READABLE.test(path) : path === one
const files = trackedFiles().filter((path) => CHECKED.some((one) => isIn(path, one)))

it('every checked folder and page is there', () => {
  expect(CHECKED.filter((one) => !files.some((path) => isIn(path, one)))).toEqual([])
})

it.for(files)('the texts of %s have no idiom of the house', async (path) => {
  expect(idiomsIn(path, await readFile(join(ROOT, path), 'utf8'))).toEqual([])
})

describe('an idiom is found', () => {
  it.each([
    {
      where: 'in a template, but not in comments, names or what is filled in',
      path: 'a.ts',
      text: '// made anew\nconst told = 1\nconst text = `The index is\n  made anew for \u0024{told}.`\n',
      line: 4,
    },
    {
      where: 'in the text of a page, but not in its tags',
      path: 'a.html',
      text: '<p class="asked of">\n<!-- nobody -->\nNobody knows.</p>\n',
      line: 3,
    },
    { where: 'in Markdown', path: 'a.md', text: '# Title\n\nThese values do not hold.\n', line: 3 },
  ])('$where', ({ path, text, line }) => {
    expect(idiomsIn(path, text)).toEqual([expect.stringMatching(`^${path}:${line}: `)])
  })
})
