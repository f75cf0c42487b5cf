/** Word documents, by mammoth: its headings follow the styles of the document, and pictures are left where they are. */
import { decodeText } from '../../core/index.ts'
import { addHtml } from './html-blocks.ts'
import { createMarkedText, type MarkedFailure, type MarkedPaper, onOneLine } from './marked-text.ts'
import { childAt, parseXml, rawText } from './xml-tree.ts'
import { zipEntries } from './zip-entries.ts'

const TITLE = /<p class="title">([\s\S]*?)<\/p>/
const STYLES = ["p[style-name='Title'] => p.title:fresh", "p[style-name='Subtitle'] => p:fresh"]

/**
 * Known is what the style `Title` marks; the file's properties name the owner of the program, so they are not taken.
 * `rewrite` may change the XML of the main part before it is read.
 */
export async function docxPaper(
  bytes: Uint8Array,
  rewrite: (xml: string) => string = (xml) => xml,
): Promise<MarkedPaper | MarkedFailure> {
  // Unpacked here, under limits, in the place of the library; its XML must not be nested too deeply for it either.
  const entries = await zipEntries(bytes, (name) => /\.(?:xml|rels)$/.test(name))
  if ('code' in entries) return entries
  const main = entries.get('word/document.xml')
  if (main === undefined) return { code: 'bad_docx', detail: 'The file holds no word/document.xml.' }
  const parts = new Map<string, string>()
  for (const [name, part] of entries) {
    // Other programs than Word write UTF-16, too.
    const decodedXml = decodeText(part) ?? ''
    const xml = part === main ? rewrite(decodedXml) : decodedXml
    parts.set(name, xml)
    const root = parseXml(xml)
    if ('code' in root) return root
    if (part === main && onOneLine(rawText(childAt(root, 'body'))) === '')
      return { code: 'no_text', detail: 'The document holds no text.' }
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

/** Loaded with the first document: most runs read none. */
async function htmlOf(parts: ReadonlyMap<string, string>): Promise<string | MarkedFailure> {
  const { default: mammoth } = await import('mammoth')
  try {
    const options = { styleMap: STYLES, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) }
    const file = {
      exists: (name: string) => parts.has(name),
      read: async (name: string) => parts.get(name) ?? '',
    }
    // Its types leave out the archive that it takes in the place of a path or bytes.
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
