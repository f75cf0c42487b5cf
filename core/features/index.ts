/** Optional parts of Gloss: which there are, where they lie, how they are fetched and used. */
export {
  FEATURES,
  type Feature,
  type FeatureName,
  featuresHome,
  folderOf as featureFolder,
  lockOf as featureLock,
  placeOf as featurePlace,
} from './feature-place.mjs'
export { describeFeature, FetchFailure, fetchFeature } from './fetch-feature.mjs'
export { featureFile, importFeature, missingFeature, requireFeature } from './import-feature.ts'
