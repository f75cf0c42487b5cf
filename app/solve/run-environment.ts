/** Describes the parts of the configuration that a run is solved with. */
import { withoutCredentials } from '../../core/index.ts'
import { findPattern, type ModelOfRole, type RunEnvironment, type RunPlan } from '../../solver/index.ts'
import { modelOf, type Role } from '../config/model-settings.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { ownVersion } from '../wiring/own-version.ts'
import { retrieverPrompts } from '../wiring/retrieval-backends.ts'
import { servingRole } from './serving-role.ts'

/** Returns the environment of a run. `roles`: those that the run may ask. Throws `CORPUS_NOT_FOUND`. */
export async function environmentOf(
  gloss: Gloss,
  { corpus, pattern, backend }: Pick<RunPlan, 'corpus' | 'pattern' | 'backend'>,
  roles: readonly Role[],
): Promise<RunEnvironment> {
  const session = await gloss.session(corpus)
  return {
    gloss: await ownVersion(),
    node: process.versions.node,
    corpus: { name: session.name, seq: await session.seq() },
    embedder: session.embedder.id,
    prompts: roles.includes('retriever') ? await retrieverPrompts(backend) : [],
    models: roles.flatMap((role): ModelOfRole[] => {
      const { url, model } = modelOf(gloss.config, servingRole(gloss.config, findPattern(pattern), role))
      if (url === undefined || model === undefined) return []
      return [{ role, model, server: withoutCredentials(url.replace(/\/+$/, '')), continuation: null }]
    }),
  }
}
