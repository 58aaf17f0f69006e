import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inRoot } from '../paths.mjs'
import { isJourney, testFiles } from './files.mjs'
import { reachedFrom } from './import-graph.mjs'

const within = (file, part) => file === part || file.startsWith(`${part}/`)

/**
 * Finds the test folder that mirrors the folder of a changed file. If that folder does not exist, finds the nearest one above it within the same
 * noun. Returns undefined if there is none.
 */
function mirrorOf(file) {
  let folder = `test/${dirname(file)}`
  while (!existsSync(inRoot(folder))) folder = dirname(folder)
  return folder.split('/').length > (file.startsWith('server/backend') || file.startsWith('web/features') ? 3 : 2) ? folder : undefined
}

/** Reads the subjects of a journey, which are files and folders of the web app, from its first line. */
export function subjectsOf(journey) {
  const [, subjects = ''] = /^\/\/ About: (.+)$/m.exec(readFileSync(inRoot(journey), 'utf8')) ?? []
  return subjects.split(', ').filter(Boolean)
}

/**
 * Finds the journeys that cover a changed file: those whose subjects include the file, or else its nearest folder. If there are none, finds the
 * journeys with a subject that loads the file. An example is a component that several screens share.
 */
function journeysAbout(file, journeys) {
  const named = journeys.flatMap(journey => subjectsOf(journey).map(subject => ({ journey, subject })))
  const around = named.filter(({ subject }) => within(file, subject))
  const nearest = Math.max(...around.map(({ subject }) => subject.length))
  const about = around.length > 0 ? around.filter(({ subject }) => subject.length === nearest) : named.filter(loads)
  return about.map(({ journey }) => journey)

  function loads({ subject }) {
    return subject.endsWith('.tsx') && reachedFrom(subject).has(file)
  }
}

/** Finds the test files affected by changed files, through the import graph and the mirrored folders. Journeys are found by their subjects. */
export function relatedTests(changed) {
  const all = testFiles()
  const journeys = all.filter(isJourney)
  const reached = all.filter(test => {
    const files = reachedFrom(test)
    return changed.some(file => files.has(file) && !(isJourney(test) && !file.startsWith('test/')))
  })
  const mirrors = changed.map(mirrorOf).filter(Boolean)
  const mirrored = all.filter(test => mirrors.some(folder => dirname(test) === folder))
  const walked = changed.filter(file => file.startsWith('web/')).flatMap(file => journeysAbout(file, journeys))
  return [...new Set([...reached, ...mirrored, ...walked])].sort()
}
