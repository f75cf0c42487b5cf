export {
  createSequenceLabeller,
  createSequenceLabellers,
  FeatureBlock,
  type FeaturesOfToken,
  featureHash,
  hashesOfFeatures,
  readSequenceWeights,
  type SequenceLabeller,
  type SequenceWeights,
  writeSequenceWeights,
} from './sequence-labeller.ts'
