export { type WatchEvent, type WatchRequest, watchPapers } from './watch-papers.ts'
export { addToFeed } from './write-feed.ts'
