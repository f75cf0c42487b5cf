/**
 * Which tests can see what a file does? The imports of TypeScript, name by name: a test that takes one function through the index.ts of
 * a folder is not related to the folder's other files.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** A name that a file takes from another; `*` for all of them. */
interface Taken {
  readonly from: string
  readonly name: string
}

interface Module {
  readonly takes: readonly Taken[]
  /** What is handed on under a name (`*`: every name of the other file). */
  readonly handsOn: ReadonlyMap<string, Taken>
  readonly handsOnAll: readonly string[]
  readonly exports: ReadonlySet<string>
}

export interface RelatedTest {
  readonly file: string
  /** Imports between the test and the file. */
  readonly distance: number
}

/** `files`: every TypeScript file, from `root`. The answer: tests of a file, the nearest first. */
export function relateTests(root: string, files: readonly string[]): (file: string) => RelatedTest[] {
  const modules = new Map(files.map((file) => [file, readModule(root, file)] as const))
  const importers = new Map<string, Set<string>>()
  for (const [file, { takes }] of modules)
    for (const target of takes.flatMap((taken) => sourcesOf(taken, modules)))
      importers.set(target, (importers.get(target) ?? new Set()).add(file))
  return (file) => nearestTests(file, importers)
}

function nearestTests(file: string, importers: ReadonlyMap<string, ReadonlySet<string>>): RelatedTest[] {
  const distances = new Map([[file, 0]])
  for (const [near, distance] of distances)
    for (const importer of importers.get(near) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1)
  return [...distances]
    .filter(([path]) => path.endsWith('.test.ts'))
    .map(([path, distance]) => ({ file: path, distance }))
    .toSorted(
      (one, other) =>
        one.distance - other.distance ||
        sharedFolders(file, other.file) - sharedFolders(file, one.file) ||
        (one.file < other.file ? -1 : 1),
    )
}

/** Tests lie in folders that are named like those of the code. */
function sharedFolders(file: string, test: string): number {
  const folders = new Set(test.split('/'))
  return dirname(file)
    .split('/')
    .filter((folder) => folders.has(folder)).length
}

/** The files that a taken name comes from: more than the one it is taken from where that hands it on. */
function sourcesOf({ from, name }: Taken, modules: ReadonlyMap<string, Module>): string[] {
  const module = modules.get(from)
  if (module === undefined) return []
  const all = module.handsOnAll.map((next) => ({ from: next, name }))
  if (name === '*')
    return [from, ...[...module.handsOn.values(), ...all].flatMap((next) => sourcesOf(next, modules))]
  const next = module.handsOn.get(name)
  if (next !== undefined) return sourcesOf(next, modules)
  if (module.exports.has(name)) return [from]
  return all.flatMap((next) => sourcesOf(next, modules))
}

function readModule(root: string, file: string): Module {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest)
  const { statements } = source
  const handsOn = statements.filter(ts.isExportDeclaration).map((statement) => ({
    from: pathOf(statement.moduleSpecifier, file),
    names: statement.exportClause === undefined ? null : namesHandedOn(statement),
  }))
  const named = handsOn.flatMap(({ from, names }) => (names ?? []).map(([as, name]) => ({ as, name, from })))
  return {
    takes: [
      ...statements.filter(ts.isImportDeclaration).flatMap((one) => takenBy(one, file)),
      ...loadedLater(source, file),
    ],
    handsOn: new Map(
      named.flatMap(({ as, name, from }) => (from === null ? [] : [[as, { from, name }] as const])),
    ),
    handsOnAll: handsOn.flatMap(({ from, names }) => (from !== null && names === null ? [from] : [])),
    exports: new Set([
      ...statements.flatMap(declared),
      ...named.flatMap(({ as, from }) => (from === null ? [as] : [])),
    ]),
  }
}

function takenBy({ moduleSpecifier, importClause }: ts.ImportDeclaration, file: string): Taken[] {
  const from = pathOf(moduleSpecifier, file)
  return from === null ? [] : namesTaken(importClause).map((name) => ({ from, name }))
}

/** Null for packages. */
function pathOf(specifier: ts.Expression | undefined, file: string): string | null {
  const isOurs = specifier !== undefined && ts.isStringLiteral(specifier) && specifier.text.startsWith('.')
  return isOurs ? join(dirname(file), specifier.text) : null
}

/** Pairs of the name given and the name where it comes from; types are nothing when the code runs. */
function namesHandedOn({ exportClause, isTypeOnly }: ts.ExportDeclaration): (readonly [string, string])[] {
  if (isTypeOnly || exportClause === undefined || !ts.isNamedExports(exportClause)) return []
  return exportClause.elements
    .filter((element) => !element.isTypeOnly)
    .map(({ name, propertyName }) => [name.text, (propertyName ?? name).text] as const)
}

function namesTaken(clause: ts.ImportClause | undefined): string[] {
  if (clause === undefined) return ['*']
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return []
  const { namedBindings } = clause
  if (namedBindings === undefined || ts.isNamespaceImport(namedBindings)) return ['*']
  return namedBindings.elements
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ name, propertyName }) => (propertyName ?? name).text)
}

/** `import('…')` and files that are started by their path, which stand as text in the code. */
function loadedLater(source: ts.SourceFile, file: string): Taken[] {
  const found: Taken[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && /^\.{1,2}\/.*\.ts$/.test(node.text))
      found.push({ from: join(dirname(file), node.text), name: '*' })
    else ts.forEachChild(node, visit)
  }
  for (const statement of source.statements)
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) visit(statement)
  return found
}

function declared(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    )
  const name = (statement as Partial<ts.FunctionDeclaration>).name
  return name === undefined ? [] : [name.text]
}
