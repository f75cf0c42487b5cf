#!/usr/bin/env node
// `npx ingest ./papers` is `gloss ingest ./papers`.
import { launch } from './launch.mjs'

await launch(['ingest', ...process.argv.slice(2)])
