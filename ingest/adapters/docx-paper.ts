/** Reads Word documents with mammoth: headings follow the document's styles, and pictures are left out. */
import { decodeText } from '../../core/index.ts'
import { addHtml } from './html-blocks.ts'
import { createMarkedText, type MarkedFailure, type MarkedPaper, onOneLine } from './marked-text.ts'
import { childAt, parseXml, rawText } from './xml-tree.ts'
import { zipEntries } from './zip-entries.ts'

const TITLE = /<p class="title">([\s\S]*?)<\/p>/
const STYLES = ["p[style-name='Title'] => p.title:fresh", "p[style-name='Subtitle'] => p:fresh"]

/**
 * Returns the text, with the title that the style `Title` marks. The file's properties are ignored: they name the program's owner.
 * `rewrite` may change the XML of the main part before it is parsed.
 */
export async function docxPaper(
  bytes: Uint8Array,
  rewrite: (xml: string) => string = (xml) => xml,
): Promise<MarkedPaper | MarkedFailure> {
  // Unpacked here, under limits, instead of by the library; the depth of its XML is checked for the library too.
  const entries = await zipEntries(bytes, (name) => /\.(?:xml|rels)$/.test(name))
  if ('code' in entries) return entries
  const main = entries.get('word/document.xml')
  if (main === undefined) return { code: 'bad_docx', detail: 'The file contains no word/document.xml.' }
  const parts = new Map<string, string>()
  for (const [name, part] of entries) {
    // Programs other than Word may write UTF-16.
    const decodedXml = decodeText(part) ?? ''
    const xml = part === main ? rewrite(decodedXml) : decodedXml
    parts.set(name, xml)
    const root = parseXml(xml)
    if ('code' in root) return root
    if (part === main && onOneLine(rawText(childAt(root, 'body'))) === '')
      return { code: 'no_text', detail: 'The document has no text.' }
  }
  const html = await htmlOf(parts)
  if (typeof html !== 'string') return html
  const title = onOneLine(TITLE.exec(html)?.[1]?.replace(/<[^>]*>/g, '') ?? '')
  const text = createMarkedText()
  const failure = addHtml(text, html)
  if (failure !== null) return failure
  const { text: whole, ...places } = text.end()
  return { text: whole, known: { ...(title !== '' && { title: decoded(title) }), ...places } }
}

/** Loads mammoth with the first document: most runs read none. */
async function htmlOf(parts: ReadonlyMap<string, string>): Promise<string | MarkedFailure> {
  const { default: mammoth } = await import('mammoth')
  try {
    const options = { styleMap: STYLES, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) }
    const file = {
      exists: (name: string) => parts.has(name),
      read: async (name: string) => parts.get(name) ?? '',
    }
    // The types of mammoth omit the archive that it accepts in place of a path or bytes.
    const input = { file } as unknown as Parameters<typeof mammoth.convertToHtml>[0]
    return (await mammoth.convertToHtml(input, options)).value
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return {
      code: 'bad_docx',
      detail: `The document cannot be read: ${error.message}. Save it again as .docx.`,
    }
  }
}

function decoded(html: string): string {
  return html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')
}
