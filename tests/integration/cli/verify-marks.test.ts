/** `gloss verify --marks DIR` and `--bundle`: highlights that other readers see, annotations of two other kinds, and a proof that is confirmed or not. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { cliFolder } from '../../fixtures/cli-folder.ts'
import { putIngested, samplePaper } from '../../fixtures/served-samples.ts'

const { cwd, json, run, write, read } = cliFolder()
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
  write('quotes.jsonl', quotes.map((quote) => JSON.stringify(quote)).join('\n'))
  const made = await run('verify --file quotes.jsonl --marks marks')
  expect([made.code, made.stdout]).toEqual([0, expect.stringContaining('number: the paper has')])
})

const written = (name: string) => read('marks', name)
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
  'highlights what PyMuPDF shows (skipped if it is not installed)',
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

it('confirms its proof, and names the differences of one that was changed', async () => {
  const confirmed = { isConfirmed: true, quotes: 3, differences: [] }
  expect(await json(`verify --bundle ${join('marks', 'proof.json')}`)).toMatchObject(confirmed)
  const proof = written('proof.json')
  write('changed.json', proof.replaceAll('13.4', '18.4'))
  const { stdout, code } = await run('verify --bundle changed.json')
  const difference = /2 {2}verdict: the proof has "altered", here it is "exact"/
  expect([code, stdout]).toEqual([1, expect.stringMatching(difference)])
  write('other.json', proof.replaceAll(/"(paper|id)": "[0-9a-f]{32}"/g, '"$1": "0"'))
  expect((await run('verify --bundle other.json')).stdout).toMatch(/^missing {2}/)
  const refused = await run('verify --bundle quotes.jsonl')
  expect([refused.code === 0, refused.stderr]).toEqual([false, expect.stringContaining('is not a proof')])
})

it('takes several quotations, or the words of one without quotation marks', async () => {
  const quotes = async (...words: string[]) => (await json(['verify', ...words])).quotes
  const [first, second] = [
    { id: '1', verdict: 'exact' },
    { id: '2', verdict: 'altered' },
  ]
  expect(await quotes(TRUE, TRUE.replace('18.4', '13.4'))).toMatchObject([first, second])
  expect(await quotes(...TRUE.split(' '))).toMatchObject([first])
})
