/** Returns the texts for people in a file: string literals of code, the text of pages; never comments or names. */
import ts from 'typescript'

export interface TextLine {
  readonly line: number
  readonly text: string
}

export function userText(path: string, content: string): TextLine[] {
  if (/\.(?:ts|js|mjs)$/.test(path)) return stringLiterals(path, content)
  const shown = path.endsWith('.html') ? withoutMarkup(content) : content
  return linesOf(shown, 1)
}

/** Returns literals with a space in them: others are names, keys and paths. Substitutions in templates are left out. */
function stringLiterals(path: string, content: string): TextLine[] {
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true)
  const found: TextLine[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
      if (node.text.includes(' ')) found.push(...linesOf(node.text, line))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Replaces tags and comments by blanks, so that lines keep their numbers. */
function withoutMarkup(html: string): string {
  return html.replace(/<!--[\s\S]*?-->|<script[\s\S]*?<\/script>|<[^>]*>/g, (part) =>
    part.replace(/[^\n]/g, ' '),
  )
}

function linesOf(text: string, first: number): TextLine[] {
  return text.split('\n').map((part, at) => ({ line: first + at, text: part }))
}
