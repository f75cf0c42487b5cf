/** Imports the library that runs local models: 46 MB with its runtime, so it is installed and loaded only if a model is used. */
import { importFeature } from '../../core/index.ts'

/** Imports the library. Throws `FEATURE_MISSING` if it is not installed. */
export function importTransformers(): Promise<typeof import('@huggingface/transformers')> {
  return importFeature('models', '@huggingface/transformers')
}
