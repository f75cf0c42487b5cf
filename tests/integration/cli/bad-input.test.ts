/** Tests that errors are reported by a sentence with a code and an exit code, never by a stack trace. */
import { spawnSync } from 'node:child_process'
import PDFDocument from 'pdfkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { casesIn } from '../../fixtures/case-lines.ts'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { madePdf } from '../../fixtures/made-pdf.ts'
import { CLI_MAIN, type CliRun } from '../../fixtures/run-cli.ts'
import { column, type Json } from '../../fixtures/service.ts'

const STACK_TRACE = /^ {4}at /m
const { cwd, run, json, failure, write } = cliFolder()
const hello = { lines: [{ text: 'Hello paper', x: 100, y: 700 }] }

beforeAll(async () => {
  const files: Record<string, string | Uint8Array> = {
    'empty.pdf': '',
    'no-pages.pdf': madePdf([]),
    'no-text.pdf': madePdf([{}]),
    'long.pdf': madePdf(Array.from({ length: 10_000 }, () => hello)),
    'damaged.pdf': madePdf([hello]).subarray(0, 40),
    'renamed.pdf': 'Dear reader',
    'password.pdf': await withPassword(),
    'encrypted.pdf': madePdf([hello], '/Encrypt << /Filter /Nobodys /V 9 /R 9 >> /ID [<00> <00>]'),
    'binary.txt': Uint8Array.from({ length: 600 }, (_, i) => (i * 37) % 256),
    'empty.txt': '',
    'lines.jsonl':
      '{"title": "Kinases", "abstract": "A kinase moves phosphate from ATP to a protein."}\n{broken\n',
    'catalogue.bib': '@article{one, title = {Unclosed',
    'topic.yaml': 'name: 3\n',
    'queries.jsonl': '{"_id": "1", "text": "kinase"}\n',
    'qrels.tsv': 'query-id\tcorpus-id\tscore\n9\t9\t1\n',
  }
  for (const [name, contents] of Object.entries(files)) write(`bad/${name}`, contents)
  write('note.txt', 'Kinases\n\nA kinase moves a phosphate group from ATP to a protein of the cell.\n')
  await run('ingest note.txt --topic none')
})

function withPassword(): Promise<Buffer> {
  const document = new PDFDocument({ userPassword: 'open sesame' })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  document.text('A secret')
  document.end()
  return new Promise((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))))
}

describe('a folder of bad files', () => {
  const states: Record<string, string> = {
    'empty.pdf': 'empty_file',
    'no-pages.pdf': 'no_pages',
    'no-text.pdf': 'no_text',
    'long.pdf': 'too_many_pages',
    'damaged.pdf': 'damaged_pdf',
    'renamed.pdf': 'not_a_pdf',
    'password.pdf': 'password_needed',
    'encrypted.pdf': 'encrypted',
    'binary.txt': 'bad_encoding',
    'lines.jsonl#2': 'bad_record',
  }
  let ran: CliRun
  let papers: Json[]

  beforeAll(async () => {
    ran = await run('ingest bad --corpus bad --topic none')
    papers = (await json('papers --corpus bad')).papers
  })

  it('is read to its end, with a count by reason and the broken catalogue entry named', () => {
    const counts = /^Kept \d of \d+ papers in corpus "bad": 0 dropped, \d+ failed \(.*1 not_a_pdf/
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringMatching(counts)])
    expect(ran.stdout).toContain('gloss papers --corpus bad --state failed')
    expect(ran.stderr).toMatch(/^skipped \(bad_entry\): bad\/catalogue\.bib#L1$/m)
    expect(ran.stdout + ran.stderr).not.toMatch(STACK_TRACE)
  })

  it.each(Object.entries(states))(
    'has %s as failed:%s, with a sentence that says what to do',
    (name, code) => {
      const paper = papers.find(({ path }) => path.endsWith(`/${name}`))
      const detail = expect.stringMatching(/^[A-Z].{30,}\.$/s)
      expect(paper).toMatchObject({ state: `failed:${code}`, detail })
      expect(ran.stderr).toContain(`failed:${code}: bad/${name} — `)
    },
  )

  it('is shown with the reasons by gloss papers', async () => {
    const { stdout } = await run('papers --corpus bad --state failed')
    expect(stdout).toMatch(/failed:not_a_pdf .*renamed\.pdf\n {3}bad\/renamed\.pdf: The file is not a PDF/)
  })
})

it.each(['papers', 'serve', 'ingest .'])('a current folder that was removed is named: %s', (command) => {
  const script = `mkdir gone && cd gone && rmdir ../gone && exec "$0" "$1" ${command}`
  const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, CLI_MAIN], {
    cwd,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^gloss: The current folder no longer exists/)])
})

describe('wrong use', () => {
  const cases = casesIn<'name' | 'exit' | 'code' | 'args'>(`
    name | exit | code | args
    an unknown command | 2 | INPUT_INVALID | nothing
    a missing argument | 2 | INPUT_INVALID | ingest
    an unknown option | 2 | INPUT_INVALID | papers --colour
    no number | 2 | INPUT_INVALID | retrieve x -k many
    a number out of range | 2 | INPUT_INVALID | ingest . --workers 0
    an unknown backend | 2 | INPUT_INVALID | retrieve x --backend psychic
    an unknown embedder | 2 | INPUT_INVALID | retrieve x --embedder psychic
    a share of the words above one | 2 | INPUT_INVALID | retrieve x --backend hybrid --fusion convex --fusion-weight 2
    ranks without damping | 2 | INPUT_INVALID | retrieve x --backend hybrid --fusion rrf --fusion-weight 0
    years that are none | 2 | INPUT_INVALID | retrieve x --years lately
    an unknown state | 2 | INPUT_INVALID | papers --state odd
    a corpus name that cannot be | 2 | INPUT_INVALID | corpus create ../up
    a missing path | 2 | PATH_NOT_FOUND | ingest ./nowhere
    an unknown topic | 2 | TOPIC_UNKNOWN | ingest bad --topic odd
    a bad topic file | 2 | TOPIC_UNKNOWN | gate --topic bad/topic.yaml
    an unknown corpus | 1 | CORPUS_NOT_FOUND | retrieve x --corpus odd
    an unknown corpus to delete | 1 | CORPUS_NOT_FOUND | corpus delete odd
    an unknown paper | 1 | PAPER_NOT_FOUND | gate --explain 0123456
    an unknown unit | 1 | UNIT_NOT_FOUND | units --after odd
    another embedder | 1 | EMBEDDER_MISMATCH | retrieve x --embedder minilm
    no model for it | 1 | MODEL_UNCONFIGURED | ingest bad --summariser llm
    no model to think with | 1 | MODEL_UNCONFIGURED | think why?
    no BEIR folder | 2 | PATH_NOT_FOUND | import bad --format beir
    no CSV | 2 | INPUT_INVALID | import bad/lines.jsonl --format csv
    no published units | 2 | INPUT_INVALID | import bad/renamed.pdf --format units
    no folder to write to | 2 | PATH_NOT_FOUND | export --format csv --out no/x.csv
    no judgement of any question | 2 | INPUT_INVALID | eval retrieval --queries bad/queries.jsonl --qrels bad/qrels.tsv
  `)

  it.each(cases)('$name: ends with exit code $exit and $code', async ({ args, code, exit }) => {
    const failed = await run([...args.split(' '), '--json'])
    expect(failed.code).toBe(Number(exit))
    const help = expect.stringMatching(/.{10,}\.$/)
    expect(JSON.parse(failed.stdout)).toMatchObject({
      error: { code, message: expect.stringMatching(/.{10,}/), help },
    })
    expect(failed.stderr).toMatch(/.{20,}/)
    expect(failed.stdout + failed.stderr).not.toMatch(STACK_TRACE)
  })

  it('a question without words is refused', async () => {
    expect(await failure(['retrieve', ' '])).toMatchObject({ exit: 2, code: 'INPUT_INVALID' })
  })

  it('another embedder: names the command that renews the vectors', async () => {
    const { stderr } = await run('retrieve x --embedder minilm')
    expect(stderr).toContain('gloss corpus embed --embedder minilm --corpus main')
  })

  it('bad settings in the environment are all named at once', async () => {
    const { code, stderr } = await run('papers', { GLOSS_PORT: 'many', GLOSS_WORKERS: '0' })
    expect(code).toBe(2)
    expect(stderr).toMatch(/GLOSS_PORT.*\n.*GLOSS_WORKERS|GLOSS_WORKERS.*\n.*GLOSS_PORT/)
  })

  it('leaves no corpus behind', async () => {
    expect(column((await json('corpus list')).corpora, 'name').sort()).toEqual(['bad', 'main'])
  })
})
