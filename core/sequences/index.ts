export type { FeaturesOfToken, SequenceLabeller, SequenceWeights } from './sequence-labeller.ts'
export {
  createSequenceLabeller,
  createSequenceLabellers,
  FeatureBlock,
  featureHash,
  hashesOfFeatures,
  readSequenceWeights,
  writeSequenceWeights,
} from './sequence-labeller.ts'
