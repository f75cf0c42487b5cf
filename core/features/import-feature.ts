/** Imports modules of optional parts: from the same versions installed with Gloss (as in a checkout), else from the fetched ones. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { GlossError } from '../errors.ts'
import { describeFeature, FEATURES, type FeatureName, LOADER, placeOf } from './features.mjs'

/** Imports a module of a feature's packages. Throws `FEATURE_MISSING`; fetches nothing. */
export async function importFeature<Module>(feature: FeatureName, specifier: string): Promise<Module> {
  const { folder, isOwn } = place(feature)
  if (isOwn) return (await import(specifier)) as Module
  const loader = (await import(pathToFileURL(join(folder, LOADER)).href)) as Loader
  return (await loader.load(specifier)) as Module
}

/** Does the same with `require`. */
export function requireFeature<Module>(feature: FeatureName, specifier: string): Module {
  return createRequire(join(place(feature).folder, LOADER))(specifier) as Module
}

/** Returns the path of a file in a feature's packages. Throws `FEATURE_MISSING`. */
export function featureFile(feature: FeatureName, path: string): string {
  return join(place(feature).folder, 'node_modules', path)
}

/** Returns the error for a feature that is not installed, whose message says how to get it. */
export function missingFeature(feature: FeatureName, because = ''): GlossError {
  const { use } = FEATURES[feature]
  const message = `This needs ${describeFeature(feature)}, which is not installed${because}. It is for ${use.replaceAll('`', '')}.`
  return new GlossError('FEATURE_MISSING', message, { feature })
}

interface Loader {
  load(specifier: string): Promise<unknown>
}

function place(feature: FeatureName): { readonly folder: string; readonly isOwn: boolean } {
  const found = placeOf(feature)
  if (found === null) throw missingFeature(feature)
  return found
}
