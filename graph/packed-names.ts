/**
 * The name graph in the format of its artefact. Questions are answered from the bytes; nothing is unpacked before the corpus changes, which
 * matters to a command that asks one question: at 200,000 units unpacking takes 1.3 s.
 */
import { setImmediate } from 'node:timers/promises'
import { countsOf, createTurns } from '../core/index.ts'
import {
  bufferOf,
  bytesOf,
  type Files,
  numbersIn,
  openStrings,
  packStrings,
  type ReadFiles,
} from '../index/index.ts'
import { type AliasOfUnit, mostFrequentFirst } from './aliases.ts'
import { linkQuestion, nameInGraph } from './link-question.ts'
import type { NameGraph, NameGraphParts } from './name-graph.ts'
import { longestByFirstWord } from './names/dictionary.ts'
import { createWeightedGraph } from './rank/weighted-graph.ts'

/** A graph that answers from its artefact, with its parts from which a changeable one can be built. */
export interface PackedNameGraph extends NameGraph {
  parts(): NameGraphParts
}

/** Returns the files of an artefact. Other work runs in between: one record of 8 MB has 200,000 uses of short forms. */
export async function packNames({ units, names, aliases, edges }: NameGraphParts): Promise<Files> {
  const takeTurns = createTurns()
  const [unitOf, nameOf] = [[...units], [...names]]
  await setImmediate()
  const [unitNode, nameNode] = [nodesOf(unitOf), nodesOf(nameOf)]
  const usesByForm = new Map<string, { readonly units: number[]; readonly names: number[] }>()
  for (const [unit, form, name] of aliases) {
    const uses = usesByForm.get(form) ?? { units: [], names: [] }
    uses.units.push(unitNode.get(unit)!)
    uses.names.push(nameNode.get(name)!)
    usesByForm.set(form, uses)
    await takeTurns()
  }
  const [forms, uses] = [[...usesByForm.keys()], [...usesByForm.values()]]
  const first = longestByFirstWord([...nameOf.filter((name) => name !== null), ...forms])
  const files: Files = new Map()
  for (const [table, texts] of [
    ['units', unitOf],
    ['names', nameOf],
    ['aliases', forms],
    ['first-words', [...first.keys()]],
  ] as const) {
    await setImmediate()
    for (const [path, content] of packStrings(table, texts)) files.set(path, content)
  }
  await setImmediate()
  return new Map([
    ...files,
    ['first-longest.u32', bytesOf(Uint32Array.from(first.values()))],
    ['alias-starts.u32', bytesOf(startsOf(uses.map(({ units }) => units)))],
    ['alias-units.u32', bytesOf(Uint32Array.from(uses.flatMap(({ units }) => units)))],
    ['alias-names.u32', bytesOf(Uint32Array.from(uses.flatMap(({ names }) => names)))],
    ['counts.u32', bytesOf(Uint32Array.of(unitNode.size, nameNode.size))],
    ['starts.u32', bytesOf(edges.starts)],
    ['targets.u32', bytesOf(edges.targets)],
    ['weights.f32', bytesOf(edges.weights)],
  ])
}

function nodesOf(labels: readonly (string | null)[]): Map<string, number> {
  return new Map(labels.flatMap((label, node) => (label === null ? [] : [[label, node] as const])))
}

/** Returns where each group starts, and the end of the last. */
function startsOf(groups: readonly (readonly unknown[])[]): Uint32Array {
  const starts = new Uint32Array(groups.length + 1)
  for (const [number, group] of groups.entries()) starts[number + 1] = starts[number]! + group.length
  return starts
}

/** Opens the graph of an artefact whose checksums match. */
export function openPackedNames(files: ReadFiles): PackedNameGraph {
  const units = openStrings('units', files)
  const names = openStrings('names', files)
  const aliases = openAliases(files, names.text)
  const firstWords = openStrings('first-words', files)
  const longest = numbersIn(files, 'first-longest.u32')
  const [unitCount, nameCount] = numbersIn(files, 'counts.u32') as unknown as [number, number]
  const parts = {
    starts: numbersIn(files, 'starts.u32'),
    targets: numbersIn(files, 'targets.u32'),
    weights: new Float32Array(bufferOf(files, 'weights.f32')),
  }
  const edges = createWeightedGraph(parts)
  const dictionary = {
    has: (form: string) => names.find(form) !== undefined || aliases.has(form),
    longestFrom: (word: string) => longest[firstWords.find(word) ?? -1] ?? 0,
  }
  return {
    unitCount: () => unitCount,
    nameCount: () => nameCount,
    link: (question) => {
      const view = edges.view()
      const nameOf = (form: string) => nameInGraph(view, { node: names.find }, form)
      return linkQuestion(question, { dictionary, aliases, nameOf })
    },
    unitNode: units.find,
    nameNode: names.find,
    unitAt: units.text,
    nameAt: names.text,
    view: edges.view,
    parts: () => ({
      units: textsOf(units),
      names: textsOf(names),
      aliases: aliases.list((node) => units.text(node)!),
      edges: parts,
    }),
  }
}

function* textsOf({ count, text }: ReturnType<typeof openStrings>): Generator<string | null> {
  for (let number = 0; number < count; number++) yield text(number)
}

function openAliases(files: ReadFiles, nameAt: (node: number) => string | null) {
  const forms = openStrings('aliases', files)
  const starts = numbersIn(files, 'alias-starts.u32')
  const units = numbersIn(files, 'alias-units.u32')
  const names = numbersIn(files, 'alias-names.u32')

  /** Returns how many units use the form for each name. */
  function unitsByName(form: string): Map<string, number> {
    const number = forms.find(form)
    if (number === undefined) return new Map()
    return countsOf(Array.from(names.subarray(starts[number], starts[number + 1]), (node) => nameAt(node)!))
  }
  return {
    has: (form: string) => forms.find(form) !== undefined,
    isTerm: (form: string) => unitsByName(form).has(form),
    meanings: (form: string) => mostFrequentFirst(unitsByName(form)),
    *list(unitAt: (node: number) => string): Generator<AliasOfUnit> {
      for (let number = 0; number < forms.count; number++)
        for (let at = starts[number]!; at < starts[number + 1]!; at++)
          yield [unitAt(units[at]!), forms.text(number)!, nameAt(names[at]!)!]
    },
  }
}
