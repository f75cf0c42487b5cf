/** Checks that every tag in a prompt, or read from a model's text, is in the table of control marks (core/control-marks.ts). */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { defuseControlMarks } from '../../core/index.ts'
import { ROOT, trackedFiles } from './tracked-files.ts'

/** Code that writes prompts or reads models' texts. */
const ROOMS =
  /^(?:answer|monitor|solver\/(?!run-view\/)|comparison\/questions|packages\/lab\/(?:evaluation|training)|graph\/openie|ingest\/summarise|models\/(?:chat|continuation)|retrieval\/(?:lightrag|vanna)|tools\/web\/page-prompts)/
const PROMPTS = /\/prompts\/[^/]+\.(?:txt|json)$/
const TEMPLATES = 'models/continuation/chat-templates.json'
/** Matches a tag, or the beginning of one in a pattern: `</?think`, `<(?:start|end)_of_turn`. */
const TAG = /<(?:\\?\/)?\??(?:\((?:\?:)?)?([a-z][a-z_]*(?:\|[a-z_]+)*)\)?(_[a-z_]+)?/gi
const MARK = /<[|｜][^<>]*>|<\/?[a-z_]+>|\[\/?[A-Z_]{2,}\]|<<[^<>]*>>/g
/** Placeholders in published prompts of Reasoning With a Star: blanks of forms, what to write, names of models. No code reads them. */
const PLACEHOLDERS =
  /^<(?:model_output|ground_truth|string|one_of_above|normalized_(?:prediction|ground_truth)_string|ceo|manager|worker|name|prompt|role|symbol|symbol_or_name|unit)>$/i
const FIELD = /\[\[ ## \w+ ## \]\]/g

async function textOf(path: string): Promise<string> {
  return await readFile(join(ROOT, path), 'utf8')
}

/** Returns strings, templates and patterns, but not types such as `Map<string>` or comments. */
function literals(path: string, content: string): string[] {
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push(node.text)
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral)
      found.push(node.getText(source).replace(/\(\?<[!=a-z]/gi, '('))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function tagsIn(text: string): string[] {
  return [...text.matchAll(TAG)].flatMap(([, names = '', end = '']) =>
    names.split('|').map((name) => `<${name}${end}>`),
  )
}

const isDefused = (mark: string) => !/[<[]/.test(defuseControlMarks(mark))

describe('control marks', () => {
  const paths = trackedFiles()

  it.each(paths.filter((path) => PROMPTS.test(path)))('the table has those that %s uses', async (path) => {
    const text = await textOf(path)
    const marks = [...text.matchAll(/<\/?[a-z_]+>/gi), ...text.matchAll(FIELD)].map(([mark]) => mark)
    expect(marks.filter((mark) => !PLACEHOLDERS.test(mark) && !isDefused(mark))).toEqual([])
  })

  it('the table has those that code asks for or reads', async () => {
    const missing: string[] = []
    let known = 0
    for (const path of paths.filter((path) => ROOMS.test(path) && path.endsWith('.ts')))
      for (const tag of literals(path, await textOf(path)).flatMap(tagsIn))
        if (isDefused(tag)) known++
        else missing.push(`${path}: ${tag}`)
    expect(missing).toEqual([])
    expect(known).toBeGreaterThan(30)
  })

  it('the table has those of every chat template', async () => {
    const marks = [...(await textOf(TEMPLATES)).matchAll(MARK)].map(([mark]) => mark)
    expect(marks.length).toBeGreaterThan(20)
    expect(marks.filter((mark) => !isDefused(mark))).toEqual([])
  })
})
