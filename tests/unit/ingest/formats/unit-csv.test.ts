import { describe, expect, test } from 'vitest'
import { parseUnitCsv } from '../../../../ingest/formats/index.ts'

const HEADER = 'name,year,locator,topic,quote'
const SPACED = 'name, year, locator, topic, quote'
const ROW = 'SYNTHESIZED_POINT_SUMMARY,N/A,N/A,N/A,'

interface Case {
  readonly name: string
  readonly text: string
  readonly quotes: readonly string[]
  readonly losses?: Readonly<Record<string, number>>
}

const CASES: readonly Case[] = [
  { name: 'bare with header', text: `${HEADER}\n${ROW}One.\n${ROW}Two.`, quotes: ['One.', 'Two.'] },
  { name: 'header with spaces', text: `${SPACED}\n${ROW}One.`, quotes: ['One.'] },
  { name: 'quoted header', text: `"name","year","locator","topic","quote"\n${ROW}One.`, quotes: ['One.'] },
  { name: 'no header', text: `${ROW}One.\n${ROW}"Two, too."`, quotes: ['One.', 'Two, too.'] },
  { name: 'fenced', text: `\`\`\`csv\n${SPACED}\n${ROW}"One."\n\`\`\``, quotes: ['One.'] },
  { name: 'fenced without header', text: `\`\`\`\n${ROW}"One."\n\`\`\``, quotes: ['One.'] },
  {
    name: 'byte order mark and CRLF',
    text: `\uFEFF${HEADER}\r\n${ROW}"One."\r\n${ROW}Two.\r\n`,
    quotes: ['One.', 'Two.'],
  },
  { name: 'lone CR', text: `${HEADER}\r${ROW}"One."\r${ROW}Two.`, quotes: ['One.', 'Two.'] },
  { name: 'doubled quotes', text: `${HEADER}\n${ROW}"A ""gate"" opens."`, quotes: ['A "gate" opens.'] },
  { name: 'backslash quotes', text: `${HEADER}\n${ROW}"A \\"gate\\" opens."`, quotes: ['A "gate" opens.'] },
  { name: 'single inner quotes', text: `${HEADER}\n${ROW}"A "gate" opens."`, quotes: ['A "gate" opens.'] },
  {
    name: 'commas and line breaks within quotes',
    text: `${HEADER}\n${ROW}"One, two,\nthree."`,
    quotes: ['One, two,\nthree.'],
  },
  { name: 'spaces around cells', text: `${HEADER}\nP , N/A, N/A , N/A, "One, two." `, quotes: ['One, two.'] },
  {
    name: 'prose around a fence',
    text: `Sure, here it is, in CSV, as asked, for you:\n\n\`\`\`csv\n${HEADER}\n${ROW}"One."\n\`\`\`\nI hope this, with its commas, and more, helps, you.`,
    quotes: ['One.'],
  },
  {
    name: 'prose before a header',
    text: `Here are, "as asked, the rows:\n${HEADER}\n${ROW}"One."`,
    quotes: ['One.'],
  },
  {
    name: 'prose around rows without header',
    text: `Here are, as asked, the rows, all of them:\n${ROW}"One."\nDone.`,
    quotes: ['One.'],
    losses: { prose: 2 },
  },
  {
    name: 'two fences',
    text: `\`\`\`csv\n${HEADER}\n${ROW}One.\n\`\`\`\nand\n\`\`\`csv\n${ROW}Two.\n\`\`\``,
    quotes: ['One.', 'Two.'],
  },
  { name: 'repeated header', text: `${HEADER}\n${ROW}One.\n${HEADER}\n${ROW}Two.`, quotes: ['One.', 'Two.'] },
  {
    name: 'too few columns',
    text: `${HEADER}\nA,N/A,text\n${ROW}One.`,
    quotes: ['One.'],
    losses: { wrong_columns: 1 },
  },
  {
    name: 'a sixth column after a quoted one',
    text: `${HEADER}\n${ROW}"One.",6\n${ROW}Two.`,
    quotes: ['Two.'],
    losses: { wrong_columns: 1 },
  },
  {
    name: 'an empty quote',
    text: `${HEADER}\n${ROW}\n${ROW}"  "\n${ROW}One.`,
    quotes: ['One.'],
    losses: { empty_quote: 2 },
  },
  {
    name: 'stray commas',
    text: `${HEADER}\n${ROW}One, two,  three.\n${ROW}"Four."`,
    quotes: ['One, two,  three.', 'Four.'],
    losses: { mended_commas: 1 },
  },
  {
    name: 'cut-off quoted last row',
    text: `\`\`\`csv\n${HEADER}\n${ROW}"One."\n${ROW}"Two is not`,
    quotes: ['One.'],
    losses: { cut_off: 1 },
  },
  {
    name: 'cut-off bare last row',
    text: `\`\`\`csv\n${HEADER}\n${ROW}One.\n${ROW}Two is not`,
    quotes: ['One.'],
    losses: { cut_off: 1 },
  },
  {
    name: 'last row cut off in its second cell',
    text: `\`\`\`csv\n${HEADER}\n${ROW}One.\nSYNTHESIZED_POI`,
    quotes: ['One.'],
    losses: { cut_off: 1 },
  },
  {
    name: 'a quotation mark that never closes',
    text: `${HEADER}\n${ROW}"One, and more.\n${ROW}Two.`,
    quotes: ['One, and more.', 'Two.'],
    losses: { mended_quotes: 1 },
  },
  { name: 'nothing', text: '', quotes: [] },
  { name: 'only prose', text: 'I cannot do this.', quotes: [], losses: { prose: 1 } },
]

describe('the lenient reader of unit CSV', () => {
  test.for(CASES)('reads: $name', ({ text, quotes, losses }) => {
    const parsed = parseUnitCsv(text)
    expect(parsed.rows.map((row) => row.quote)).toEqual(quotes)
    expect(parsed.losses).toEqual(losses ?? {})
  })
})
