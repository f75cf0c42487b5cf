/**
 * Generates the public declarations: library/ and the ports of plugins/, which import only each other's types from Gloss, and so
 * bring no other folder into the package. Types of answers are generated from their schemas.
 */
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { z } from 'zod'
import {
  AskAnswerShape,
  CitationShape,
  CorpusShape,
  FoundValuesShape,
  HitShape,
  PaperShape,
  RetrieveAnswerShape,
  VerdictShape,
} from '../../app/index.ts'

/** Schemas by the name of their type in library/. */
const SHAPES: Readonly<Record<string, z.ZodObject>> = {
  CorpusSummary: CorpusShape,
  ListedPaperSummary: PaperShape,
  LibraryHit: HitShape,
  RetrievedHits: RetrieveAnswerShape.extend({ backend: z.string() }),
  AnswerSource: CitationShape,
  PapersAnswer: AskAnswerShape,
  LibraryValue: FoundValuesShape.shape.values.element,
  QuoteCheck: VerdictShape,
}

/** Names of types for nested schemas, by title. */
const NAMES: Readonly<Record<string, string>> = { Hit: 'LibraryHit', Citation: 'AnswerSource' }

export interface Declaration {
  /** Path from the root of the package: `library/index.d.ts`. */
  readonly path: string
  readonly text: string
}

/** Returns declarations in the order of paths, without modules that export nothing public. Throws if a signature is not explicit. */
export async function declarationsOf(root: string): Promise<Declaration[]> {
  const paths: string[] = []
  for await (const path of glob('{library,plugins}/*.ts', { cwd: root })) paths.push(path)
  const found = await Promise.all(paths.sort().map((path) => declarationOf(root, path)))
  return found.filter(({ path, text }) => path.endsWith('/index.d.ts') || text.includes('@public'))
}

async function declarationOf(root: string, path: string): Promise<Declaration> {
  const source = await readFile(join(root, path), 'utf8')
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
    fileName: path,
    compilerOptions: { declaration: true, isolatedDeclarations: true, target: ts.ScriptTarget.ES2024 },
    reportDiagnostics: true,
  })
  const [fault] = diagnostics
  if (fault !== undefined)
    throw new Error(`${path}: ${ts.flattenDiagnosticMessageText(fault.messageText, '\n')}`)
  const text = outputText
    .replace(/^import .* from '\.\.\/app\/.*\n/gm, '')
    .replace(/^export type (\w+) = (?:.*;|.*\{\n(?: .*\n)*\};)$/gm, (line, name: string) => {
      const shape = SHAPES[name]
      return shape === undefined ? line : `export interface ${name} ${typeOf(z.toJSONSchema(shape), '')}`
    })
    .replace(/(from '\.[^']*)\.ts'/g, "$1.js'")
  return { path: path.replace(/\.ts$/, '.d.ts'), text }
}

type JsonSchema = z.core.JSONSchema.BaseSchema

/** Returns the TypeScript of a schema: every member read-only, with its description as a docstring. */
function typeOf(schema: JsonSchema, indent: string): string {
  const name = indent === '' ? undefined : NAMES[schema.title ?? '']
  if (name !== undefined) return name
  const { type, enum: values, anyOf, prefixItems, properties = {}, required = [] } = schema
  if (values !== undefined) return values.map((value) => `'${value}'`).join(' | ')
  if (anyOf !== undefined) return anyOf.map((one) => typeOf(one as JsonSchema, indent)).join(' | ')
  if (prefixItems !== undefined)
    return `readonly [${prefixItems.map((one) => typeOf(one as JsonSchema, indent)).join(', ')}]`
  if (type === 'array') return listType(schema, indent)
  if (type === 'integer') return 'number'
  if (type !== 'object') return [type ?? 'unknown'].flat().join(' | ')
  if (Object.keys(properties).length === 0) return dictionaryOf(schema, indent)
  const inner = `${indent}    `
  const members = Object.entries(properties as Record<string, JsonSchema>).map(([name, member]) => {
    const docs = member.description === undefined ? '' : `${inner}/** ${member.description} */\n`
    return `${docs}${inner}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(member, inner)};`
  })
  return `{\n${members.join('\n')}\n${indent}}`
}

/** Returns the type of a list; one of a fixed length is a tuple. */
function listType({ items, minItems, maxItems }: JsonSchema, indent: string): string {
  const item = typeOf(items as JsonSchema, indent)
  if (minItems !== undefined && minItems === maxItems)
    return `readonly [${Array(minItems).fill(item).join(', ')}]`
  return `readonly ${item.includes(' | ') ? `(${item})` : item}[]`
}

/** Returns the type of an object without named members: a dictionary, of unknown values unless the schema has theirs. */
function dictionaryOf({ additionalProperties }: JsonSchema, indent: string): string {
  const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'
  return `Readonly<Record<string, ${value}>>`
}
