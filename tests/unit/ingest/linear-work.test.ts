/**
 * Whatever a paper, a list or a model writes is read in proportion to its length: four times as much takes less than eight times the
 * processor time, in each of the forms that once took the square. What takes little time in any case is not compared.
 */
import { describe, expect, it } from 'vitest'
import { withoutMarks } from '../../../answer/read-citations.ts'
import { linesOf, sentences } from '../../../core/index.ts'
import { parseShallowHtml } from '../../../ingest/adapters/shallow-html.ts'
import { openTextReader } from '../../../ingest/adapters/text-reader.ts'
import { zoteroRdf } from '../../../ingest/adapters/zotero.ts'
import { parseCatalogue, parsePaperRecord } from '../../../ingest/formats/index.ts'
import { storePapers } from '../../../ingest/index.ts'
import { measureProse } from '../../../ingest/prose/index.ts'
import { answeringSentence } from '../../../packages/lab/evaluation/answers/graders/answering-sentence.ts'
import { sentenceWords } from '../../../packages/lab/evaluation/answers/graders/sentence-words.ts'
import { readConsistency } from '../../../packages/lab/evaluation/answers/index.ts'
import { clausesOf } from '../../../retrieval/clauses.ts'
import { readAnswer } from '../../../solver/index.ts'
import { readSummary } from '../../../solver/rethinker/read-answer.ts'
import { createMemoryCorpus } from '../../fakes/memory-corpus.ts'

const SMALL = 32_768
const LARGE = 4 * SMALL
const MOST_GROWTH = 8
const LITTLE_MS = 300
const never = new AbortController().signal
const times = (unit: string) => (size: number) => unit.repeat(Math.ceil(size / unit.length))
const after =
  (head: string, unit: string, tail = '') =>
  (size: number) =>
    head + times(unit)(size) + tail
const PROSE =
  'In group 8 lupeol lowered the pressure of the rats (Fig. 2) by 18.4 % in 3 days. We saw it.\n\n'

function prose(text: string): unknown {
  const page = { number: 1, width: 0, height: 0, text, boxes: new Float32Array() }
  return measureProse({ pages: [page], abstract: text }, null, () => [])
}

/** The text as a reader of papers cleans and describes it; its language is not asked for. */
function read(text: string): unknown {
  const source = {
    path: 'p',
    format: 'text',
    document: null,
    known: {},
    read: async () => new Uint8Array(),
  } as const
  return openTextReader({ languageOf: () => null, latestYear: 2030 }).read(
    source,
    new TextEncoder().encode(text),
    never,
  )
}

async function readLines(text: string): Promise<void> {
  async function* chunks() {
    for (let at = 0; at < text.length; at += 1_024) yield Buffer.from(text.slice(at, at + 1_024))
  }
  for await (const _ of linesOf(chunks()));
}

const CASES: readonly [
  name: string,
  parse: (text: string) => unknown,
  inputs: Record<string, (size: number) => string>,
][] = [
  [
    'BibTeX',
    (text) => parseCatalogue('bibtex', text),
    {
      entries: times('@article{k, title={On {R}ats}, author="A. B. and C. D.", year=2001, file={a.pdf}}\n'),
      'an entry without end': after('@article{k, title={', '\n'),
      'entries without end': times('@article{k, title={\n'),
      'quotation marks without end': times('@article{k, title="\n'),
      'parentheses without end': times('@string(\n@a('),
      'braces in braces': (size) => `@a{k, title={${'{'.repeat(size / 2)}${'}'.repeat(size / 2)}}}`,
      'signs alone': times('@ '),
      'a field of many parts': after('@a{k, title=', 'a # '),
      'many authors': after('@a{k, author={', 'Ada B. Example and ', '}}'),
      'blanks in a title': after('@a{k, title={', ' ', 'x}}'),
      commands: after('@a{k, title={', '\\"{o} \\emph{a} ', '}}'),
    },
  ],
  [
    'RIS',
    (text) => parseCatalogue('ris', text),
    {
      records: times('TY  - JOUR\nTI  - On rats\nAU  - Example, Ada\nPY  - 2001\nER  - \n'),
      'one value over many lines': after('TY  - JOUR\nAB  - ', 'a line\n', 'ER  - \n'),
      'records without end': times('TY  - JOUR\n'),
      'many authors': after('TY  - JOUR\n', 'AU  - Example, Ada\n', 'ER  - \n'),
      'many files': after('TY  - JOUR\nL1  - ', 'a.pdf;', '\nER  - \n'),
      blanks: after('TY  - JOUR\nTI  - ', ' ', 'x\nER  - \n'),
    },
  ],
  [
    'CSL-JSON',
    (text) => parseCatalogue('csl-json', text),
    {
      items: (size) =>
        JSON.stringify(
          Array.from({ length: size / 64 }, (_, at) => ({
            id: `${at}`,
            title: 'On rats',
            author: [{ family: 'B' }],
          })),
        ),
      'a title of tags without end': (size) => JSON.stringify([{ title: times('<a ')(size) }]),
      'a title of blanks': (size) => JSON.stringify([{ title: `x${times(' ')(size)}x` }]),
      'many authors': (size) =>
        JSON.stringify([
          { title: 'x', author: Array.from({ length: size / 24 }, () => ({ family: 'B', given: 'A' })) },
        ]),
      'lists in lists': (size) => `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`,
    },
  ],
  [
    'Zotero RDF',
    zoteroRdf,
    {
      items: after(
        '<rdf:RDF>',
        '<bib:Article rdf:about="#a"><dc:title>On rats</dc:title></bib:Article>',
        '</rdf:RDF>',
      ),
      'one title': after(
        '<rdf:RDF><bib:Article rdf:about="#a"><dc:title>',
        'a ',
        '</dc:title></bib:Article></rdf:RDF>',
      ),
      'elements that only open': after('<rdf:RDF>', '<a>'),
      'many authors': after(
        '<rdf:RDF><bib:Article rdf:about="#a"><dc:title>T</dc:title><bib:authors><rdf:Seq>',
        '<rdf:li><foaf:Person><foaf:surname>B</foaf:surname></foaf:Person></rdf:li>',
        '</rdf:Seq></bib:authors></bib:Article></rdf:RDF>',
      ),
    },
  ],
  [
    'a record of JSONL',
    parsePaperRecord,
    {
      text: (size) => JSON.stringify({ title: 'On rats', text: times(PROSE)(size) }),
      blanks: (size) => JSON.stringify({ title: `x${times(' ')(size)}x`, abstract: times(' ')(size) }),
      'many authors': (size) =>
        JSON.stringify({ title: 'x', authors: Array.from({ length: size / 16 }, () => 'Ada Example') }),
      'lists in lists': (size) => `${'['.repeat(size / 2)}${']'.repeat(size / 2)}`,
    },
  ],
  [
    'sentences',
    sentences,
    {
      prose: times(PROSE),
      dots: times('.'),
      'dots and a letter': after('', '.', 'x'),
      'closed quotations': times('.")'),
      'cited numbers': after('a.', '1,'),
      'raised numbers': after('a.', '¹,'),
      blanks: after('It is. ', ' ', 'x'),
      'lines of a blank': times('\n '),
      initials: times('A. '),
      'no stop': times('word '),
      brackets: after('a.[', '1,'),
    },
  ],
  [
    'prose',
    prose,
    {
      prose: times(PROSE),
      dots: times('.'),
      'dots and blanks': times('. '),
      'closing brackets': after('.', ')'),
      blanks: after('x', ' ', 'x'),
      'broken words': times("a''"),
      digits: after('a', '1'),
      'one line': times('a b '),
      'lines of a blank': times('\n '),
      characters: times('水'),
    },
  ],
  [
    'the reader of texts',
    read,
    {
      blanks: after('x', ' ', 'x'),
      'lines that end in blanks': times('x \t \n'),
      'form feeds': times('x\f'),
      'empty lines': after('x', '\n', 'x'),
      'marks of authors': after('On rats\n\nA. Bc', '* ', ', D. Ef\n\nAbstract\n\nIt is.'),
      'names of authors': after('On rats\n\n', 'A. Bc, ', '\n\nAbstract\n\nIt is.'),
    },
  ],
  [
    'the sentence that answers',
    (text) => answeringSentence(text, 'How many?'),
    {
      sentences: times('So it is 5 mg of it. '),
      'numbers and words': times('5 mean '),
      'values and words': times('= . mean '),
      digits: after('', '1', 'x'),
      lines: times('= 5\rmean '),
    },
  ],
  [
    'the words of an answer',
    sentenceWords,
    { words: times('lupeol, '), commas: after('a', ',', 'x'), marks: after('a', ',)', 'x') },
  ],
  [
    'the answer of a solution',
    readAnswer,
    {
      'boxes without end': times('\\boxed{'),
      'boxes in boxes': (size) => `${times('\\boxed{')(size)}1${times('}')(size / 7)}`,
      'empty boxes': times('\\boxed{} '),
      answers: times('<answer>1</answer>'),
    },
  ],
  [
    'HTML',
    parseShallowHtml,
    {
      'elements that only open': times('<div>'),
      lists: times('<ul><li>'),
      'elements that close': times('<p>a</p>'),
    },
  ],
  ['lines', readLines, { 'one without end': times('x'), 'short ones': times('{}\n') }],
  [
    'an answer with citations',
    withoutMarks,
    { blanks: after('x', ' ', 'x'), citations: times('So [1, 2] . ') },
  ],
  // Of a question, which is limited in length: only what no limit would make quick enough.
  ['the clauses of a question', clausesOf, { blanks: after('x', ' ', 'x'), letters: times('a') }],
  ['a grading', readConsistency, { digits: after('score: ', '1', 'x'), scores: times('score: 0.5 ') }],
  [
    'a summary',
    readSummary,
    { lines: after('Part 1: ', '\n', 'x'), parts: times('Part 2: Final Answer\n1 ') },
  ],
]

describe.each(CASES)('%s', (_, parse, inputs) => {
  const msOf = async (text: string) => {
    const before = process.threadCpuUsage()
    await parse(text)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
  it.each(Object.entries(inputs))('in proportion: %s', async (_name, make) => {
    const small = await msOf(make(SMALL))
    expect(await msOf(make(LARGE))).toBeLessThan(Math.max(LITTLE_MS, MOST_GROWTH * small))
  })
})

describe('identical lines of a list', () => {
  it('are written some hundreds at a time', async () => {
    const writer = await createMemoryCorpus().write('test')
    let writes = 0
    const counting = { ...writer, addPath: async () => void writes++ }
    async function* copies() {
      for (let at = 0; at < 5_000; at++) yield { kind: 'copy', id: 'a', path: `list#${at}` } as const
    }
    const options = { recipe: null as never, writer: counting, onEvent: () => undefined }
    const report = await storePapers(copies(), options, new AbortController().signal)
    expect(report).toMatchObject({ copies: 5_000 })
    expect(writes).toBeLessThanOrEqual(10)
  })
})
