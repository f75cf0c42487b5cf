export {
  createSequenceLabeller,
  createSequenceLabellers,
  type FeaturesOfToken,
  featureHash,
  hashOfFeature,
  readSequenceWeights,
  type SequenceLabeller,
  type SequenceWeights,
  writeSequenceWeights,
} from './sequence-labeller.ts'
