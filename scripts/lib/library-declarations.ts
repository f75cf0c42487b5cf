/**
 * The declarations of what is public: library/ and the ports of plugins/, which import nothing of ours but each other's types, and so
 * carry no other room into the package.
 */
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'

export interface Declaration {
  /** From the root of the package: `library/index.d.ts`. */
  readonly path: string
  readonly text: string
}

/** In the order of paths; modules that export nothing public are left out. Throws where a signature is not written out. */
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
  return { path: path.replace(/\.ts$/, '.d.ts'), text: outputText.replace(/(from '\.[^']*)\.ts'/g, "$1.js'") }
}
