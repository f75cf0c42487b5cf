/** Does the compiler take a fault? What it refuses nobody can commit, so that it says nothing about tests. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { type Mutant, mutated } from './mutant.ts'

/** Checks the mutated file alone, which is TypeScript, by the settings of tsconfig.json at `root`. The first check takes seconds, each further one some tenths. */
export function openCompiler(root: string): (mutant: Mutant) => boolean {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  let planted: { readonly path: string; readonly text: string } | null = null
  let version = 0
  const versions = new Map<string, number>()
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({ ...options, noEmit: true }),
    getScriptFileNames: () => fileNames,
    getScriptVersion: (path) => String(versions.get(path) ?? 0),
    getScriptSnapshot: (path) => {
      const text = path === planted?.path ? planted.text : ts.sys.readFile(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
  })
  return (mutant) => {
    const path = join(root, mutant.file)
    planted = { path, text: mutated(readFileSync(path, 'utf8'), mutant) }
    versions.set(path, ++version)
    const problems = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)]
    planted = null
    versions.set(path, ++version)
    return problems.length === 0
  }
}
