/** `gloss verify --marks DIR` and `--bundle`: highlights that other readers see, annotations of two other kinds, and a proof that is confirmed or not. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { answerOf, runCli } from '../../fixtures/run-cli.ts'
import { putIngested, samplePaper } from '../../fixtures/served-samples.ts'
import { sharedFolder } from '../../fixtures/temporary-folder.ts'

const cwd = sharedFolder()
const TRUE = 'The methanolic bark extract showed an IC50 of 18.4 µg/mL'
const NOTE = `[1] exact: ${TRUE}`
const PYTHON = process.env['GLOSS_PYTHON'] ?? 'python3'
const PYMUPDF =
  'import json, sys, pymupdf\n' +
  'print(json.dumps([[a.type[1], a.info["content"], len(a.vertices)] for p in pymupdf.open(sys.argv[1]) for a in p.annots()]))'

interface Highlight {
  readonly subtype: string
  readonly contentsObj: { readonly str: string }
  readonly quadPoints: readonly number[]
}

beforeAll(async () => {
  await putIngested(cwd, [samplePaper('bark-extract-lupeol')])
  const quotes = [
    { id: '1', quote: TRUE },
    { id: '2', quote: TRUE.replace('18.4', '13.4') },
    { id: '3', quote: 'They have never seen a bark that glows in the dark at all.' },
  ]
  writeFileSync(join(cwd, 'quotes.jsonl'), quotes.map((quote) => JSON.stringify(quote)).join('\n'))
  const made = await runCli(['verify', '--file', 'quotes.jsonl', '--marks', 'marks'], { cwd })
  expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('number: the paper has')])
})

const written = (name: string) => readFileSync(join(cwd, 'marks', name), 'utf8')
const copy = () => join(cwd, 'marks', readdirSync(join(cwd, 'marks')).find((name) => name.endsWith('.pdf'))!)

it('highlights in a copy of the PDF what pdf.js shows with its note', async () => {
  const path = createRequire(fileURLToPath(import.meta.resolve('pdf-parse'))).resolve(
    'pdfjs-dist/legacy/build/pdf.mjs',
  )
  const { getDocument } = await import(pathToFileURL(path).href)
  const document = await getDocument({ data: new Uint8Array(readFileSync(copy())) }).promise
  const annotations: Highlight[] = await (await document.getPage(1)).getAnnotations()
  expect(annotations.map(({ subtype, contentsObj }) => [subtype, contentsObj.str])).toEqual([
    ['Highlight', NOTE],
    ['Highlight', `[2] number: ${TRUE.replace('18.4', '13.4')}`],
  ])
  expect(annotations[0]!.quadPoints.length).toBeGreaterThanOrEqual(8)
})

it.skipIf(spawnSync(PYTHON, ['-c', 'import pymupdf'], { stdio: 'ignore' }).status !== 0)(
  'highlights what PyMuPDF shows (skipped where it is not installed)',
  () => {
    const seen = JSON.parse(spawnSync(PYTHON, ['-c', PYMUPDF, copy()], { encoding: 'utf8' }).stdout)
    expect(seen[0]).toEqual(['Highlight', NOTE, expect.any(Number)])
    expect(seen[0][2] % 4).toBe(0)
  },
)

it('writes the same for Zotero and as Web Annotations', () => {
  const [zotero] = JSON.parse(written('zotero.json'))
  expect(zotero).toMatchObject({
    itemType: 'annotation',
    annotationType: 'highlight',
    annotationComment: NOTE,
  })
  const { pageIndex, rects } = JSON.parse(zotero.annotationPosition)
  expect([pageIndex, rects[0].length]).toEqual([0, 4])
  const [annotation] = JSON.parse(written('annotations.json'))
  const [quote, position, fragment] = annotation.target.selector
  expect(quote.exact.replace(/\s+/g, ' ')).toBe(TRUE)
  expect(position.end - position.start).toBe(quote.exact.length)
  expect(fragment.value).toMatch(/^page=1&viewrect=/)
})

it('confirms its proof, and names what is otherwise in one that was changed', async () => {
  const proof = join('marks', 'proof.json')
  expect(await answerOf(['verify', '--bundle', proof], { cwd })).toMatchObject({
    isConfirmed: true,
    quotes: 3,
    differences: [],
  })
  writeFileSync(join(cwd, 'changed.json'), written('proof.json').replaceAll('13.4', '18.4'))
  const { stdout, code } = await runCli(['verify', '--bundle', 'changed.json'], { cwd })
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/2 {2}verdict: the proof has "altered", here it is "exact"/),
  ])
  writeFileSync(
    join(cwd, 'other.json'),
    written('proof.json').replaceAll(/"(paper|id)": "[0-9a-f]{32}"/g, '"$1": "0"'),
  )
  expect((await runCli(['verify', '--bundle', 'other.json'], { cwd })).stdout).toMatch(/^missing {2}/)
})

it('refuses a file that is not a proof', async () => {
  const { stderr, code } = await runCli(['verify', '--bundle', 'quotes.jsonl'], { cwd })
  expect([code, stderr]).toEqual([expect.any(Number), expect.stringContaining('is not a proof')])
  expect(code).not.toBe(0)
})

it('takes several quotations, or the words of one without quotation marks', async () => {
  const verdicts = async (...words: string[]) =>
    (await answerOf<{ quotes: { id: string; verdict: string }[] }>(['verify', ...words], { cwd })).quotes.map(
      ({ id, verdict }) => [id, verdict],
    )
  expect(await verdicts(TRUE, TRUE.replace('18.4', '13.4'))).toEqual([
    ['1', 'exact'],
    ['2', 'altered'],
  ])
  expect(await verdicts(...TRUE.split(' '))).toEqual([['1', 'exact']])
})
