import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from '../paths.mjs'
import { isJourney } from './files.mjs'

const timesFile = inRoot('test', 'times.json')

/** Seconds that each file took when times were last recorded (`npm test -- --record`). */
const recorded = existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {}

/** Expected seconds of a file. A file without a record counts as long, so that a queue ends with files known to be short. */
const expected = file => recorded[file] ?? (isJourney(file) ? 30 : 5)

export const longestFirst = files => [...files].sort((a, b) => expected(b) - expected(a))

/** Records the time of each file. @param seconds by file, of a run of all files */
export function recordTimes(seconds) {
  const rounded = Object.entries(seconds).map(([file, taken]) => [file, Number(taken.toFixed(1))])
  writeFileSync(timesFile, `${JSON.stringify(Object.fromEntries(rounded.sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`)
}
