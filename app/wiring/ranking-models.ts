/**
 * Opens optional models that add to a ranking, if the configuration names any. Their package is loaded only when a setting
 * names one.
 */
import { GlossError, importPackage } from '../../core/index.ts'
import type { CorpusReader } from '../../corpus/index.ts'
import type { PriceTable } from '../../models/index.ts'
import type { Retriever } from '../../retrieval/index.ts'
import type { Config } from '../config/config.ts'
import type { Features } from './features.ts'
import { once } from './once.ts'

/** Returns texts of units as they are indexed, in the order of the ids; null for a removed unit. */
export type TextsOfUnits = (units: readonly string[]) => Promise<readonly (string | null)[]>

export interface RankingModels {
  /** Models that the configuration names, for people; empty if all are off. */
  readonly names: readonly string[]
  /** Opens the models. Throws `PACKAGE_MISSING` and `MODEL_FOLDER_INVALID`; a reranker's server is asked with the first question. */
  open(): Promise<void>
  ofCorpus(ground: RankingGround): CorpusRanking
  close(): Promise<void>
}

export interface RankingGround {
  readonly reader: CorpusReader
  /** Folder of the corpus's artefacts. */
  readonly folder: string
  readonly onNotice: (message: string) => void
}

/** The models over one corpus, with what they store about it. */
export interface CorpusRanking {
  /** Returns a backend followed by the models; the backend itself if no model is named. */
  behind(backend: Retriever, textsOf: TextsOfUnits): Retriever
  close(): Promise<void>
}

/** Exports of the package. */
interface RankingPackage {
  createRankingModels(config: Config, prices: PriceTable, features: Features): Omit<RankingModels, 'names'>
}

const PACKAGE = '@gloss-papers/rerank'

/** Creates the models. Loads nothing before it is needed. */
export function createRankingModels(config: Config, prices: PriceTable, features: Features): RankingModels {
  const names = [
    ...(config.rerank === undefined ? [] : [`reranker ${config.rerank}`]),
    ...(config.late === undefined ? [] : [`late interaction ${config.late}`]),
  ]
  const models = once(async () => (await rankingPackage(names)).createRankingModels(config, prices, features))
  return {
    names,
    async open() {
      if (names.length > 0) await (await models.open()).open()
    },
    ofCorpus(ground) {
      const ranking = once(async () => (await models.open()).ofCorpus(ground))
      return {
        behind(backend, textsOf) {
          if (names.length === 0) return backend
          const behind = async () => (await ranking.open()).behind(backend, textsOf)
          return {
            ...backend,
            retrieve: async (question, signal) => (await behind()).retrieve(question, signal),
          }
        },
        close: ranking.close,
      }
    },
    close: models.close,
  }
}

async function rankingPackage(names: readonly string[]): Promise<RankingPackage> {
  const found = await importPackage<RankingPackage>(PACKAGE)
  if (found !== null) return found
  throw new GlossError(
    'PACKAGE_MISSING',
    `The settings use the ${names.join(' and the ')}, which needs a package that is not installed: npm install ${PACKAGE}.`,
  )
}
