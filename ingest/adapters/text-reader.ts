/** Reads papers without page layout: text, markup and records. Each becomes one page without boxes. */
import { decodeText } from '../../core/index.ts'
import type { Description, Page } from '../../corpus/index.ts'
import { type DescribeTools, describeText } from '../describe/index.ts'
import { parsePaperRecord, withKnown } from '../formats/index.ts'
import type { PaperReader, ReadOutcome, Source } from '../ports.ts'
import { inSentenceCase } from '../sentence-case.ts'
import { francLanguage } from './franc-languages.ts'
import { htmlText } from './html-text.ts'
import { readMarkedPaper } from './marked-paper.ts'

interface PlainPaper {
  readonly text: string
  readonly known: Partial<Description>
}

type Failure = Extract<ReadOutcome, { ok: false }>

const YAML_HEAD = /^---\n[\s\S]*?\n(?:---|\.\.\.)\n/
// Control characters other than tab and line feed; form feeds separate pages in text made from PDFs.
const CONTROLS = /(?![\t\n])\p{Cc}/gu

// Every line end that `$` recognises, kept by the split.
const LINE_ENDS = /([\n\u2028\u2029])/

const BAD_ENCODING = 'The file is not text; save it as UTF-8, or give it the extension of its actual format.'

/** Opens the reader. Metadata of the source overrides what the text says. */
export function openTextReader(tools: DescribeTools = defaultTools()): PaperReader {
  return {
    async read(source, bytes) {
      const marked = await readMarkedPaper(source, bytes)
      if (marked !== null && 'code' in marked) return failure(marked.code, marked.detail)
      const paper = marked ?? plainPaperOf(source, bytes)
      if ('ok' in paper) return paper
      // Offsets in a marked-up paper refer to its text as it is, so only other text is cleaned.
      const text = marked === null ? cleaned(paper.text) : paper.text
      if (text === '') return failure('no_text', 'The file contains no readable text; download it again.')
      const description = withKnown(describedWith(text, paper.known, tools), source.known)
      return { ok: true, pages: [pageOf(text)], description }
    },
    close: async () => undefined,
  }
}

/** Describes a text. If its letters are all of one case, headings are found in a copy in sentence case. */
function describedWith(text: string, known: Partial<Description>, tools: DescribeTools): Description {
  const description = describeText({ text, known }, tools)
  const cased = inSentenceCase(text)
  if (cased === text) return description
  const { sections } = describeText({ text: cased, known }, tools)
  return {
    ...description,
    sections: sections.map((section) => ({
      ...section,
      heading: asPrinted(section.heading, text, section.start),
    })),
  }
}

/** Returns the heading as spelled in `text` from `start`, letter by letter. */
function asPrinted(heading: string, text: string, start: number): string {
  let at = start
  return heading.replace(/\S/g, () => {
    while (/\s/.test(text.charAt(at))) at++
    return text.charAt(at++)
  })
}

/** Returns the default tools. Papers are dated up to a year ahead of print. */
function defaultTools(): DescribeTools {
  return { languageOf: francLanguage, latestYear: new Date().getFullYear() + 1 }
}

function plainPaperOf(source: Source, bytes: Uint8Array): PlainPaper | Failure {
  const text = decodeText(bytes)
  if (text === null) return failure('bad_encoding', BAD_ENCODING)
  if (text.trim() === '') return failure('empty_file', 'The file is empty; download it again.')
  switch (source.format) {
    case 'text':
      return { text, known: {} }
    case 'markdown':
      return { text: text.replace(YAML_HEAD, ''), known: {} }
    case 'html':
      return htmlText(text)
    case 'jsonl':
      return paperOfRecord(text)
    default:
      throw new TypeError(`The text reader reads no ${source.format}`)
  }
}

function paperOfRecord(line: string): PlainPaper | Failure {
  const parsed = parsePaperRecord(line)
  if (!parsed.ok) return failure('bad_record', `${parsed.reason} Correct the line and ingest again.`)
  const { known, text } = parsed.record
  const isRepeated = known.abstract !== undefined && text.includes(known.abstract)
  const parts = [known.title, isRepeated ? undefined : known.abstract, text]
  return { text: parts.filter((part) => part !== undefined && part !== '').join('\n\n'), known }
}

function cleaned(text: string): string {
  return text
    .replace(/\f/g, '\n\n')
    .replace(CONTROLS, '')
    .split(LINE_ENDS)
    .map(withoutBlanksAtEnd)
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Trims from the end backwards: a pattern would try each blank of a long run that ends in a letter. */
function withoutBlanksAtEnd(line: string): string {
  let end = line.length
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\t')) end--
  return line.slice(0, end)
}

function pageOf(text: string): Page {
  return { number: 1, width: 0, height: 0, text, boxes: new Float32Array() }
}

function failure(code: string, detail: string): Failure {
  return { ok: false, code, detail }
}
