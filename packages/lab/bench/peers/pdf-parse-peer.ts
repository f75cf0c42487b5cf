/** pdf-parse as a peer (peer.py says how peers talk): the text of each page. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PDFParse } from 'pdf-parse'
import { timedItems } from './our-times.ts'

const MANIFEST = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '..',
  'node_modules',
  'pdf-parse',
  'package.json',
)
const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { readonly version: string }
// What the library prints would disturb the conversation.
const say = process.stdout.write.bind(process.stdout)
process.stdout.write = process.stderr.write.bind(process.stderr)

say(`${JSON.stringify({ ready: version })}\n`)
for await (const line of createInterface({ input: process.stdin })) {
  const { paths } = JSON.parse(line) as { readonly paths: readonly string[] }
  const answer = await timedItems(paths, pagesOf)
  say(`${JSON.stringify({ answer })}\n`)
}

async function pagesOf(path: string): Promise<string[]> {
  const parser = new PDFParse({ data: new Uint8Array(readFileSync(path)) })
  try {
    return (await parser.getText()).pages.map((page) => page.text)
  } finally {
    await parser.destroy()
  }
}
